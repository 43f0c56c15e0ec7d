CREATE TRIGGER customer_consent_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON customer_consent
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER customer_change_refuses_change BEFORE UPDATE OR TRUNCATE ON customer_change
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
