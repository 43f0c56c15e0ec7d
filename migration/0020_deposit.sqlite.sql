-- What was paid and promised stays as it was written.
CREATE TRIGGER deposit_ledger_refuses_update BEFORE UPDATE ON deposit_ledger
BEGIN SELECT RAISE(ABORT, 'deposit_ledger is append-only'); END;
CREATE TRIGGER deposit_ledger_refuses_delete BEFORE DELETE ON deposit_ledger
BEGIN SELECT RAISE(ABORT, 'deposit_ledger is append-only'); END;
CREATE TRIGGER deposit_tender_refuses_update BEFORE UPDATE ON deposit_tender
BEGIN SELECT RAISE(ABORT, 'deposit_tender is append-only'); END;
CREATE TRIGGER deposit_tender_refuses_delete BEFORE DELETE ON deposit_tender
BEGIN SELECT RAISE(ABORT, 'deposit_tender is append-only'); END;
CREATE TRIGGER deposit_extension_refuses_update BEFORE UPDATE ON deposit_extension
BEGIN SELECT RAISE(ABORT, 'deposit_extension is append-only'); END;
CREATE TRIGGER deposit_extension_refuses_delete BEFORE DELETE ON deposit_extension
BEGIN SELECT RAISE(ABORT, 'deposit_extension is append-only'); END;
CREATE TRIGGER deposit_refuses_delete BEFORE DELETE ON deposit
BEGIN SELECT RAISE(ABORT, 'deposit is append-only'); END;
