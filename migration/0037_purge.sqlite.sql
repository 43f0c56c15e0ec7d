CREATE TRIGGER journal_purge_refuses_update BEFORE UPDATE ON journal_purge
BEGIN SELECT RAISE(ABORT, 'journal_purge is append-only'); END;
CREATE TRIGGER journal_purge_refuses_delete BEFORE DELETE ON journal_purge
BEGIN SELECT RAISE(ABORT, 'journal_purge is append-only'); END;

-- Of an entry nothing changes but that its payload is empty then, where a purge is told; what others are
-- proven by keeps it.
DROP TRIGGER journal_entry_refuses_update;
CREATE TRIGGER journal_entry_refuses_update BEFORE UPDATE ON journal_entry
WHEN NOT (
    NEW.payload = x''
    AND NEW.chain_id = OLD.chain_id AND NEW.seq = OLD.seq AND NEW.kind = OLD.kind
    AND NEW.kind_seq = OLD.kind_seq AND NEW.format = OLD.format AND NEW.at_utc = OLD.at_utc
    AND NEW.at_local = OLD.at_local AND NEW.time_zone = OLD.time_zone
    AND NEW.business_date = OLD.business_date AND NEW.payload_hash = OLD.payload_hash
    AND NEW.prev_hash = OLD.prev_hash AND NEW.hash = OLD.hash AND NEW.key_id = OLD.key_id
    AND NEW.signature = OLD.signature
    AND OLD.seq > 1
    AND OLD.kind NOT IN ('closing.day', 'closing.month', 'closing.year', 'key', 'archive', 'anchor')
    AND EXISTS (SELECT 1 FROM journal_purge p WHERE p.chain_id = OLD.chain_id
        AND OLD.seq BETWEEN p.first_seq AND p.last_seq AND OLD.business_date <= p.to_date))
BEGIN SELECT RAISE(ABORT, 'journal_entry is append-only'); END;
