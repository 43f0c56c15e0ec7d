CREATE TRIGGER setting_change_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON setting_change
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
