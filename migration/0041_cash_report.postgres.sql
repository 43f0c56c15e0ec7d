CREATE TRIGGER cash_report_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON cash_report
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cash_report_filing_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE
    ON cash_report_filing FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
