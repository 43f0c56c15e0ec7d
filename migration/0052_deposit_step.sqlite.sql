CREATE TRIGGER deposit_step_refuses_update BEFORE UPDATE ON deposit_step
BEGIN SELECT RAISE(ABORT, 'deposit_step is append-only'); END;
CREATE TRIGGER deposit_step_refuses_delete BEFORE DELETE ON deposit_step
BEGIN SELECT RAISE(ABORT, 'deposit_step is append-only'); END;
CREATE TRIGGER deposit_print_refuses_update BEFORE UPDATE ON deposit_print
BEGIN SELECT RAISE(ABORT, 'deposit_print is append-only'); END;
CREATE TRIGGER deposit_print_refuses_delete BEFORE DELETE ON deposit_print
BEGIN SELECT RAISE(ABORT, 'deposit_print is append-only'); END;
