CREATE TRIGGER metal_price_refuses_update BEFORE UPDATE ON metal_price
BEGIN SELECT RAISE(ABORT, 'metal_price is append-only'); END;
CREATE TRIGGER metal_price_refuses_delete BEFORE DELETE ON metal_price
BEGIN SELECT RAISE(ABORT, 'metal_price is append-only'); END;
CREATE TRIGGER sales_order_discount_refuses_update BEFORE UPDATE ON sales_order_discount
BEGIN SELECT RAISE(ABORT, 'sales_order_discount is append-only'); END;
CREATE TRIGGER sales_order_discount_refuses_delete BEFORE DELETE ON sales_order_discount
BEGIN SELECT RAISE(ABORT, 'sales_order_discount is append-only'); END;
CREATE TRIGGER sales_order_certificate_refuses_update BEFORE UPDATE ON sales_order_certificate
BEGIN SELECT RAISE(ABORT, 'sales_order_certificate is append-only'); END;
CREATE TRIGGER sales_order_certificate_refuses_delete BEFORE DELETE ON sales_order_certificate
BEGIN SELECT RAISE(ABORT, 'sales_order_certificate is append-only'); END;
CREATE TRIGGER permission_group_insert_renews_reference AFTER INSERT ON permission_group
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER permission_group_update_renews_reference AFTER UPDATE ON permission_group
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER permission_group_delete_renews_reference AFTER DELETE ON permission_group
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER discount_reason_insert_renews_reference AFTER INSERT ON discount_reason
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER discount_reason_update_renews_reference AFTER UPDATE ON discount_reason
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER discount_reason_delete_renews_reference AFTER DELETE ON discount_reason
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER discount_package_insert_renews_reference AFTER INSERT ON discount_package
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER discount_package_update_renews_reference AFTER UPDATE ON discount_package
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER discount_package_delete_renews_reference AFTER DELETE ON discount_package
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER discount_package_group_insert_renews_reference AFTER INSERT ON discount_package_group
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER discount_package_group_update_renews_reference AFTER UPDATE ON discount_package_group
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER discount_package_group_delete_renews_reference AFTER DELETE ON discount_package_group
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER discount_package_item_insert_renews_reference AFTER INSERT ON discount_package_item
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER discount_package_item_update_renews_reference AFTER UPDATE ON discount_package_item
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER discount_package_item_delete_renews_reference AFTER DELETE ON discount_package_item
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER gift_campaign_insert_renews_reference AFTER INSERT ON gift_campaign
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER gift_campaign_update_renews_reference AFTER UPDATE ON gift_campaign
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER gift_campaign_delete_renews_reference AFTER DELETE ON gift_campaign
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER gift_campaign_store_insert_renews_reference AFTER INSERT ON gift_campaign_store
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER gift_campaign_store_update_renews_reference AFTER UPDATE ON gift_campaign_store
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER gift_campaign_store_delete_renews_reference AFTER DELETE ON gift_campaign_store
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER gift_campaign_class_insert_renews_reference AFTER INSERT ON gift_campaign_class
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER gift_campaign_class_update_renews_reference AFTER UPDATE ON gift_campaign_class
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER gift_campaign_class_delete_renews_reference AFTER DELETE ON gift_campaign_class
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER gift_campaign_item_insert_renews_reference AFTER INSERT ON gift_campaign_item
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER gift_campaign_item_update_renews_reference AFTER UPDATE ON gift_campaign_item
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER gift_campaign_item_delete_renews_reference AFTER DELETE ON gift_campaign_item
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER metal_price_insert_renews_reference AFTER INSERT ON metal_price
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER item_class_insert_renews_reference AFTER INSERT ON item_class
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER item_class_update_renews_reference AFTER UPDATE ON item_class
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER item_class_delete_renews_reference AFTER DELETE ON item_class
BEGIN UPDATE reference_version SET version = random(); END;
