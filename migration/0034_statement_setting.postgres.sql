CREATE TRIGGER terminal_period_tender_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON terminal_period_tender
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER terminal_period_attempt_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON terminal_period_attempt
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
