-- random() spans all 64-bit numbers.
CREATE TRIGGER company_insert_renews_reference AFTER INSERT ON company
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER company_update_renews_reference AFTER UPDATE ON company
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER company_delete_renews_reference AFTER DELETE ON company
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER store_insert_renews_reference AFTER INSERT ON store
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER store_update_renews_reference AFTER UPDATE ON store
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER store_delete_renews_reference AFTER DELETE ON store
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER price_group_insert_renews_reference AFTER INSERT ON price_group
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER price_group_update_renews_reference AFTER UPDATE ON price_group
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER price_group_delete_renews_reference AFTER DELETE ON price_group
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER store_price_group_insert_renews_reference AFTER INSERT ON store_price_group
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER store_price_group_update_renews_reference AFTER UPDATE ON store_price_group
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER store_price_group_delete_renews_reference AFTER DELETE ON store_price_group
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER tender_insert_renews_reference AFTER INSERT ON tender
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER tender_update_renews_reference AFTER UPDATE ON tender
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER tender_delete_renews_reference AFTER DELETE ON tender
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER tender_store_insert_renews_reference AFTER INSERT ON tender_store
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER tender_store_update_renews_reference AFTER UPDATE ON tender_store
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER tender_store_delete_renews_reference AFTER DELETE ON tender_store
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER vat_posting_setup_insert_renews_reference AFTER INSERT ON vat_posting_setup
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER vat_posting_setup_update_renews_reference AFTER UPDATE ON vat_posting_setup
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER vat_posting_setup_delete_renews_reference AFTER DELETE ON vat_posting_setup
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER item_insert_renews_reference AFTER INSERT ON item
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER item_update_renews_reference AFTER UPDATE ON item
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER item_delete_renews_reference AFTER DELETE ON item
BEGIN UPDATE reference_version SET version = random(); END;
