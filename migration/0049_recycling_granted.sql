-- Recycling credit that was granted, in statements. On which business date the store booked what a document did
-- to the credit; none of what a tender did, and of entries before this.
ALTER TABLE recycling_credit_entry ADD COLUMN business_date TEXT;
CREATE INDEX recycling_credit_entry_by_date ON recycling_credit_entry (store_no, business_date)
    WHERE business_date IS NOT NULL;
-- What was granted and what of it was taken back. An entry is in one statement at most.
CREATE TABLE statement_recycling_entry (
    entry_id UUID PRIMARY KEY REFERENCES recycling_credit_entry,
    statement_no TEXT NOT NULL REFERENCES statement
);
CREATE INDEX statement_recycling_entry_by_statement ON statement_recycling_entry (statement_no);
-- In minor units; below zero when more was taken back than granted.
ALTER TABLE statement ADD COLUMN recycling_granted BIGINT NOT NULL DEFAULT 0;
