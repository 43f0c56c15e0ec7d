-- Business documents and ledgers are only ever added to.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER sales_order_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON sales_order
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sales_order_line_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON sales_order_line
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sales_order_tender_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON sales_order_tender
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sales_order_vat_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON sales_order_vat
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stock_ledger_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_ledger
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_entry_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER receipt_print_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON receipt_print
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER idempotency_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON idempotency
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
