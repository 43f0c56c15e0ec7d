CREATE TRIGGER statement_drawer_entry_refuses_update BEFORE UPDATE ON statement_drawer_entry
BEGIN SELECT RAISE(ABORT, 'statement_drawer_entry is append-only'); END;
CREATE TRIGGER statement_drawer_entry_refuses_delete BEFORE DELETE ON statement_drawer_entry
BEGIN SELECT RAISE(ABORT, 'statement_drawer_entry is append-only'); END;
CREATE TRIGGER statement_float_refuses_update BEFORE UPDATE ON statement_float
BEGIN SELECT RAISE(ABORT, 'statement_float is append-only'); END;
CREATE TRIGGER statement_float_refuses_delete BEFORE DELETE ON statement_float
BEGIN SELECT RAISE(ABORT, 'statement_float is append-only'); END;
