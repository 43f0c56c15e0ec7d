CREATE FUNCTION renew_reference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE reference_version SET version = nextval('reference_version_number');
    RETURN NULL;
END $$;
-- A sequence does not go back with a transaction.
CREATE SEQUENCE reference_version_number;
CREATE TRIGGER company_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON company
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER store_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON store
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER price_group_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON price_group
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER store_price_group_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON store_price_group
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER tender_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tender
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER tender_store_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON tender_store
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER vat_posting_setup_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON vat_posting_setup
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER item_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON item
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
