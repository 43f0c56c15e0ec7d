-- What sellers who withdrew paid back of recycling credit that they had spent, in minor units: by card, transfer
-- or cheque, beside the drawers.
ALTER TABLE statement ADD COLUMN recycling_repaid BIGINT NOT NULL DEFAULT 0;
