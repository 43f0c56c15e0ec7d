CREATE TRIGGER gift_card_ledger_refuses_update BEFORE UPDATE ON gift_card_ledger
BEGIN SELECT RAISE(ABORT, 'gift_card_ledger is append-only'); END;
CREATE TRIGGER gift_card_ledger_refuses_delete BEFORE DELETE ON gift_card_ledger
BEGIN SELECT RAISE(ABORT, 'gift_card_ledger is append-only'); END;
CREATE TRIGGER gift_card_note_refuses_update BEFORE UPDATE ON gift_card_note
BEGIN SELECT RAISE(ABORT, 'gift_card_note is append-only'); END;
CREATE TRIGGER gift_card_note_refuses_delete BEFORE DELETE ON gift_card_note
BEGIN SELECT RAISE(ABORT, 'gift_card_note is append-only'); END;
-- A card stays, with its number, code and currency.
CREATE TRIGGER gift_card_refuses_delete BEFORE DELETE ON gift_card
BEGIN SELECT RAISE(ABORT, 'gift_card is never deleted'); END;
CREATE TRIGGER gift_card_refuses_update BEFORE UPDATE OF gift_card_id, card_no, last_four, batch_code,
    market_code, currency_code, code_hash ON gift_card
BEGIN SELECT RAISE(ABORT, 'gift_card keeps its number'); END;
