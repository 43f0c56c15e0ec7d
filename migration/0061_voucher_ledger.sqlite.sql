CREATE TRIGGER voucher_ledger_refuses_update BEFORE UPDATE ON voucher_ledger
BEGIN SELECT RAISE(ABORT, 'voucher_ledger is append-only'); END;
CREATE TRIGGER voucher_ledger_refuses_delete BEFORE DELETE ON voucher_ledger
BEGIN SELECT RAISE(ABORT, 'voucher_ledger is append-only'); END;
