CREATE TRIGGER cash_limit_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON cash_limit
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER statement_setting_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON statement_setting
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
