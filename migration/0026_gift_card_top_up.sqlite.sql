CREATE TRIGGER gift_card_ledger_refuses_update BEFORE UPDATE ON gift_card_ledger
BEGIN SELECT RAISE(ABORT, 'gift_card_ledger is append-only'); END;
CREATE TRIGGER gift_card_ledger_refuses_delete BEFORE DELETE ON gift_card_ledger
BEGIN SELECT RAISE(ABORT, 'gift_card_ledger is append-only'); END;
