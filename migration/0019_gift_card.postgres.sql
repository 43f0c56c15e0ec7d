CREATE TRIGGER gift_card_ledger_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON gift_card_ledger
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER gift_card_note_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON gift_card_note
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- A card stays, with its number, code and currency.
CREATE TRIGGER gift_card_refuses_delete BEFORE DELETE OR TRUNCATE ON gift_card
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER gift_card_refuses_update BEFORE UPDATE OF gift_card_id, card_no, last_four, batch_code,
    market_code, currency_code, code_hash ON gift_card
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
