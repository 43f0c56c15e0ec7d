CREATE TRIGGER loyalty_entry_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON loyalty_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loyalty_part_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON loyalty_part
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
