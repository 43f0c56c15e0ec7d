-- Where the pieces of a line come from (domain §5.2). Of lines from before it is known only as far as they
-- are reserved: what lay in the shop is its own.
ALTER TABLE deposit_line ADD COLUMN source TEXT NOT NULL DEFAULT 'OWN_STOCK'
    CHECK (source IN ('OWN_STOCK', 'OTHER_STORE', 'TO_BE_PRODUCED'));
CREATE INDEX deposit_line_by_source ON deposit_line (source, deposit_id);
