CREATE TRIGGER terminal_period_tender_refuses_update BEFORE UPDATE ON terminal_period_tender
BEGIN SELECT RAISE(ABORT, 'terminal_period_tender is append-only'); END;
CREATE TRIGGER terminal_period_tender_refuses_delete BEFORE DELETE ON terminal_period_tender
BEGIN SELECT RAISE(ABORT, 'terminal_period_tender is append-only'); END;
CREATE TRIGGER terminal_period_attempt_refuses_update BEFORE UPDATE ON terminal_period_attempt
BEGIN SELECT RAISE(ABORT, 'terminal_period_attempt is append-only'); END;
CREATE TRIGGER terminal_period_attempt_refuses_delete BEFORE DELETE ON terminal_period_attempt
BEGIN SELECT RAISE(ABORT, 'terminal_period_attempt is append-only'); END;
