-- What a count knew of a drawer besides its float and its entries, in minor units of its currency: what should
-- have lain in it when it was opened (unknown of counts from before), what of its float the documents of the
-- statement had brought, and what of its content the next statement holds.
ALTER TABLE statement_count ADD COLUMN carried_float BIGINT;
ALTER TABLE statement_count ADD COLUMN taken_before BIGINT NOT NULL DEFAULT 0;
ALTER TABLE statement_count ADD COLUMN moved_since BIGINT NOT NULL DEFAULT 0;
