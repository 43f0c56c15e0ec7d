CREATE TRIGGER statement_print_refuses_update BEFORE UPDATE ON statement_print
BEGIN SELECT RAISE(ABORT, 'statement_print is append-only'); END;
CREATE TRIGGER statement_print_refuses_delete BEFORE DELETE ON statement_print
BEGIN SELECT RAISE(ABORT, 'statement_print is append-only'); END;
