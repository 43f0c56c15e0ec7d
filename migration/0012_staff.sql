-- Staff, permission groups and reasons of discounts count their changes, so that the second of two
-- people who change the same is told.
ALTER TABLE salesperson ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
-- The last day of somebody seasonal, and the moment at which it is over in their store.
ALTER TABLE salesperson ADD COLUMN ends_on TEXT;
ALTER TABLE salesperson ADD COLUMN ends_at BIGINT;
-- None for a password from before this was kept.
ALTER TABLE salesperson ADD COLUMN password_set_at BIGINT;
ALTER TABLE permission_group ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE discount_reason ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
-- What a reason may be given for.
ALTER TABLE discount_reason ADD COLUMN for_line BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE discount_reason ADD COLUMN for_basket BOOLEAN NOT NULL DEFAULT TRUE;
