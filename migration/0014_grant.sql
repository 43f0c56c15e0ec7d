-- Who put a gift on a customer's record, in which store and when; none of them for gifts from before.
ALTER TABLE crm_gift ADD COLUMN granted_by TEXT;
ALTER TABLE crm_gift ADD COLUMN granted_in TEXT REFERENCES store;
ALTER TABLE crm_gift ADD COLUMN granted_at BIGINT;

-- What was only granted ends with its last day as well.
DROP INDEX crm_gift_issued;
CREATE INDEX crm_gift_open ON crm_gift (valid_until) WHERE state IN ('GRANTED', 'ISSUED');

-- Distances count their changes, so that the second of two people who change the same is told.
ALTER TABLE store_distance ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
