-- Ledgers and register are added to and never changed.
CREATE TRIGGER recycling_register_refuses_update BEFORE UPDATE ON recycling_register
BEGIN SELECT RAISE(ABORT, 'recycling_register is append-only'); END;
CREATE TRIGGER recycling_register_refuses_delete BEFORE DELETE ON recycling_register
BEGIN SELECT RAISE(ABORT, 'recycling_register is append-only'); END;
CREATE TRIGGER recycling_stock_entry_refuses_update BEFORE UPDATE ON recycling_stock_entry
BEGIN SELECT RAISE(ABORT, 'recycling_stock_entry is append-only'); END;
CREATE TRIGGER recycling_stock_entry_refuses_delete BEFORE DELETE ON recycling_stock_entry
BEGIN SELECT RAISE(ABORT, 'recycling_stock_entry is append-only'); END;
CREATE TRIGGER recycling_credit_entry_refuses_update BEFORE UPDATE ON recycling_credit_entry
BEGIN SELECT RAISE(ABORT, 'recycling_credit_entry is append-only'); END;
CREATE TRIGGER recycling_credit_entry_refuses_delete BEFORE DELETE ON recycling_credit_entry
BEGIN SELECT RAISE(ABORT, 'recycling_credit_entry is append-only'); END;
CREATE TRIGGER recycling_refuses_delete BEFORE DELETE ON recycling
BEGIN SELECT RAISE(ABORT, 'recycling is append-only'); END;
CREATE TRIGGER recycling_seller_refuses_update BEFORE UPDATE ON recycling_seller
BEGIN SELECT RAISE(ABORT, 'recycling_seller is append-only'); END;
-- What was agreed about pieces and money stays as it is.
CREATE TRIGGER recycling_refuses_update_when_agreed BEFORE UPDATE OF kind, customer_id, order_id, currency_code,
    gross_amount, tax, amount, pieces ON recycling
    WHEN OLD.state NOT IN ('DRAFT', 'WEIGHED') AND (NEW.amount <> OLD.amount OR NEW.gross_amount <> OLD.gross_amount
        OR NEW.pieces <> OLD.pieces OR NEW.customer_id <> OLD.customer_id)
BEGIN SELECT RAISE(ABORT, 'recycling is append-only'); END;
CREATE TRIGGER recycling_line_refuses_insert_when_agreed BEFORE INSERT ON recycling_line
    WHEN (SELECT state FROM recycling WHERE recycling_id = NEW.recycling_id) NOT IN ('DRAFT', 'WEIGHED')
BEGIN SELECT RAISE(ABORT, 'recycling_line is append-only'); END;
CREATE TRIGGER recycling_line_refuses_update_when_agreed BEFORE UPDATE ON recycling_line
    WHEN (SELECT state FROM recycling WHERE recycling_id = OLD.recycling_id) NOT IN ('DRAFT', 'WEIGHED')
BEGIN SELECT RAISE(ABORT, 'recycling_line is append-only'); END;
CREATE TRIGGER recycling_line_refuses_delete_when_agreed BEFORE DELETE ON recycling_line
    WHEN (SELECT state FROM recycling WHERE recycling_id = OLD.recycling_id) NOT IN ('DRAFT', 'WEIGHED')
BEGIN SELECT RAISE(ABORT, 'recycling_line is append-only'); END;
