CREATE TRIGGER deposit_ledger_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_ledger
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_tender_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_tender
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_cancellation_refuses_change
    BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_cancellation
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refund_origin_refuses_delete BEFORE DELETE OR TRUNCATE ON refund_origin
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
