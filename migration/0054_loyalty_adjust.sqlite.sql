CREATE TRIGGER loyalty_entry_refuses_update BEFORE UPDATE ON loyalty_entry
BEGIN SELECT RAISE(ABORT, 'loyalty_entry is append-only'); END;
CREATE TRIGGER loyalty_entry_refuses_delete BEFORE DELETE ON loyalty_entry
BEGIN SELECT RAISE(ABORT, 'loyalty_entry is append-only'); END;
CREATE TRIGGER loyalty_part_refuses_update BEFORE UPDATE ON loyalty_part
BEGIN SELECT RAISE(ABORT, 'loyalty_part is append-only'); END;
CREATE TRIGGER loyalty_part_refuses_delete BEFORE DELETE ON loyalty_part
BEGIN SELECT RAISE(ABORT, 'loyalty_part is append-only'); END;
