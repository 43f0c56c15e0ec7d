CREATE TRIGGER sales_order_customisation_refuses_update BEFORE UPDATE ON sales_order_customisation
BEGIN SELECT RAISE(ABORT, 'sales_order_customisation is append-only'); END;
CREATE TRIGGER sales_order_customisation_refuses_delete BEFORE DELETE ON sales_order_customisation
BEGIN SELECT RAISE(ABORT, 'sales_order_customisation is append-only'); END;
CREATE TRIGGER customised_model_insert_renews_reference AFTER INSERT ON customised_model
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER customised_model_update_renews_reference AFTER UPDATE ON customised_model
BEGIN UPDATE reference_version SET version = random(); END;
CREATE TRIGGER customised_model_delete_renews_reference AFTER DELETE ON customised_model
BEGIN UPDATE reference_version SET version = random(); END;
