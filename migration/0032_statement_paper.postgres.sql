CREATE TRIGGER statement_print_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_print
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
