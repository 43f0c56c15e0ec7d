CREATE TRIGGER drawer_print_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON drawer_print
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
