CREATE TRIGGER voucher_ledger_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON voucher_ledger
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
