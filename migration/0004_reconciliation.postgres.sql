CREATE TRIGGER acquirer_report_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON acquirer_report
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER acquirer_entry_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON acquirer_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
