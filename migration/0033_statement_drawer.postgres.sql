CREATE TRIGGER statement_drawer_entry_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_drawer_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_float_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_float
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
