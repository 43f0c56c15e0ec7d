CREATE TRIGGER loyalty_entry_refuses_update BEFORE UPDATE ON loyalty_entry
BEGIN SELECT RAISE(ABORT, 'loyalty_entry is append-only'); END;
CREATE TRIGGER loyalty_entry_refuses_delete BEFORE DELETE ON loyalty_entry
BEGIN SELECT RAISE(ABORT, 'loyalty_entry is append-only'); END;
CREATE TRIGGER loyalty_part_refuses_update BEFORE UPDATE ON loyalty_part
BEGIN SELECT RAISE(ABORT, 'loyalty_part is append-only'); END;
CREATE TRIGGER loyalty_part_refuses_delete BEFORE DELETE ON loyalty_part
BEGIN SELECT RAISE(ABORT, 'loyalty_part is append-only'); END;
-- A lot stays, with its owner, its sale and its days.
CREATE TRIGGER loyalty_lot_refuses_delete BEFORE DELETE ON loyalty_lot
BEGIN SELECT RAISE(ABORT, 'loyalty_lot is never deleted'); END;
CREATE TRIGGER loyalty_lot_refuses_update BEFORE UPDATE OF lot_id, customer_id, currency_code, order_id,
    store_no, granted, usable_from, expires_on ON loyalty_lot
BEGIN SELECT RAISE(ABORT, 'loyalty_lot keeps its days'); END;
