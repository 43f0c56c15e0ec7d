-- Ledgers and register are added to and never changed.
CREATE TRIGGER recycling_register_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON recycling_register
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER recycling_stock_entry_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON recycling_stock_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER recycling_credit_entry_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON recycling_credit_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER recycling_refuses_delete BEFORE DELETE OR TRUNCATE ON recycling
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER recycling_seller_refuses_update BEFORE UPDATE ON recycling_seller
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- What was agreed about pieces and money stays as it is.
CREATE TRIGGER recycling_refuses_update_when_agreed BEFORE UPDATE OF kind, customer_id, order_id, currency_code,
    gross_amount, tax, amount, pieces ON recycling FOR EACH ROW
    WHEN (OLD.state NOT IN ('DRAFT', 'WEIGHED') AND (NEW.amount <> OLD.amount OR NEW.gross_amount <> OLD.gross_amount
        OR NEW.pieces <> OLD.pieces OR NEW.customer_id <> OLD.customer_id))
    EXECUTE FUNCTION refuse_change();
CREATE FUNCTION refuse_change_when_agreed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed recycling_line;
BEGIN
    changed := CASE WHEN TG_OP = 'INSERT' THEN NEW ELSE OLD END;
    IF (SELECT state FROM recycling WHERE recycling_id = changed.recycling_id) NOT IN ('DRAFT', 'WEIGHED') THEN
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END IF;
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER recycling_line_refuses_change_when_agreed BEFORE INSERT OR UPDATE OR DELETE ON recycling_line
    FOR EACH ROW EXECUTE FUNCTION refuse_change_when_agreed();
