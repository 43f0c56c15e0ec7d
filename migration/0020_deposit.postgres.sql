-- What was paid and promised stays as it was written.
CREATE TRIGGER deposit_ledger_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_ledger
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_tender_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_tender
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_extension_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON deposit_extension
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_refuses_delete BEFORE DELETE OR TRUNCATE ON deposit
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
