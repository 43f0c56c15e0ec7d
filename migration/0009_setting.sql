-- What head office keeps on its screens counts its changes, so that the second of two people who
-- change the same is told.
ALTER TABLE collection ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE item_class ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE price_group ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE store ADD COLUMN price_group_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE vat_posting_setup ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE sales_price ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
-- The weight of the piece that the price is for, in milligrams; 0 when it does not matter.
ALTER TABLE sales_price ADD COLUMN unit_weight BIGINT NOT NULL DEFAULT 0;
CREATE INDEX sales_price_by_code ON sales_price (sales_code, item_no, row_id);
