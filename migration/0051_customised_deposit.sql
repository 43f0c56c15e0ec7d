-- Which part of pieces that are made or engraved to order is paid at once at least: nobody else wants them.
ALTER TABLE store ADD COLUMN customised_deposit_minimum BIGINT NOT NULL DEFAULT 500000;
