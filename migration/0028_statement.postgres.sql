-- What was counted and posted stays as it was written.
CREATE TRIGGER statement_count_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_count
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_posting_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_posting
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_z_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON statement_z
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- What is in a statement leaves it only before that is posted.
CREATE FUNCTION refuse_posted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT state FROM statement WHERE statement_no = OLD.statement_no) IN ('POSTING', 'POSTED') THEN
        RAISE EXCEPTION '% of a posted statement stays', TG_TABLE_NAME;
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER statement_order_refuses_change BEFORE UPDATE OR TRUNCATE ON statement_order
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_order_refuses_delete BEFORE DELETE ON statement_order
    FOR EACH ROW EXECUTE FUNCTION refuse_posted();
CREATE TRIGGER statement_deposit_entry_refuses_change BEFORE UPDATE OR TRUNCATE ON statement_deposit_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_deposit_entry_refuses_delete BEFORE DELETE ON statement_deposit_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_posted();
CREATE TRIGGER statement_tender_refuses_change BEFORE UPDATE OR TRUNCATE ON statement_tender
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_tender_refuses_delete BEFORE DELETE ON statement_tender
    FOR EACH ROW EXECUTE FUNCTION refuse_posted();
CREATE TRIGGER statement_posted_refuses_update BEFORE UPDATE ON statement
    FOR EACH ROW WHEN (OLD.state = 'POSTED') EXECUTE FUNCTION refuse_change();
CREATE TRIGGER statement_refuses_delete BEFORE DELETE OR TRUNCATE ON statement
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
