CREATE TRIGGER sales_order_customisation_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON sales_order_customisation
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER customised_model_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON customised_model
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
