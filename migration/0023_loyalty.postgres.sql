CREATE TRIGGER loyalty_entry_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON loyalty_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loyalty_part_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON loyalty_part
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- A lot stays, with its owner, its sale and its days.
CREATE TRIGGER loyalty_lot_refuses_delete BEFORE DELETE OR TRUNCATE ON loyalty_lot
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loyalty_lot_refuses_update BEFORE UPDATE OF lot_id, customer_id, currency_code, order_id,
    store_no, granted, usable_from, expires_on ON loyalty_lot
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
