CREATE TRIGGER journal_purge_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_purge
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Of an entry nothing changes but that its payload is empty then, where a purge is told; what others are
-- proven by keeps it.
CREATE FUNCTION refuse_change_but_purge() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    purged journal_entry%ROWTYPE := OLD;
BEGIN
    purged.payload := ''::bytea;
    IF NEW = purged AND OLD.seq > 1
        AND OLD.kind NOT IN ('closing.day', 'closing.month', 'closing.year', 'key', 'archive', 'anchor')
        AND EXISTS (SELECT 1 FROM journal_purge p WHERE p.chain_id = OLD.chain_id
            AND OLD.seq BETWEEN p.first_seq AND p.last_seq AND OLD.business_date <= p.to_date) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
DROP TRIGGER journal_entry_refuses_change ON journal_entry;
CREATE TRIGGER journal_entry_refuses_change BEFORE DELETE OR TRUNCATE ON journal_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_entry_refuses_update BEFORE UPDATE ON journal_entry
    FOR EACH ROW EXECUTE FUNCTION refuse_change_but_purge();
