-- What is in a statement leaves it only before that is posted.
CREATE TRIGGER statement_recycling_entry_refuses_change BEFORE UPDATE OR TRUNCATE ON statement_recycling_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_recycling_entry_refuses_delete BEFORE DELETE ON statement_recycling_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_posted();
