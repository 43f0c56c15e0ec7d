CREATE TRIGGER deposit_step_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_step
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_print_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_print
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
