CREATE TRIGGER gift_card_ledger_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON gift_card_ledger
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
