-- A gift stays on the record; it only goes on from state to state.
CREATE TRIGGER crm_gift_refuses_delete BEFORE DELETE ON crm_gift
BEGIN SELECT RAISE(ABORT, 'crm_gift is append-only'); END;
CREATE TRIGGER crm_gift_refuses_update BEFORE UPDATE OF crm_gift_id, customer_id, kind, tier, item_no,
    granted_by, granted_in, granted_at ON crm_gift
BEGIN SELECT RAISE(ABORT, 'crm_gift is append-only'); END;
