CREATE TRIGGER metal_price_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON metal_price
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sales_order_discount_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON sales_order_discount
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sales_order_salesperson_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON sales_order_salesperson
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER sales_order_certificate_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON sales_order_certificate
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER permission_group_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON permission_group
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER discount_reason_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON discount_reason
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER discount_package_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON discount_package
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER discount_package_group_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON discount_package_group
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER discount_package_item_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON discount_package_item
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER gift_campaign_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON gift_campaign
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER gift_campaign_store_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON gift_campaign_store
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER gift_campaign_class_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON gift_campaign_class
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER gift_campaign_item_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON gift_campaign_item
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER metal_price_renews_reference AFTER INSERT ON metal_price
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
CREATE TRIGGER item_class_renews_reference AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON item_class
    FOR EACH STATEMENT EXECUTE FUNCTION renew_reference();
