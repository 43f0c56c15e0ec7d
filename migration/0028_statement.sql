-- The end of the day: statements that gather orders and deposit payments, what was counted, and what
-- was posted.

-- What lies in each drawer in the morning, and the most that a statement may differ by when it is
-- posted without somebody who stands for more; in minor units.
ALTER TABLE store ADD COLUMN opening_float BIGINT NOT NULL DEFAULT 20000;
ALTER TABLE store ADD COLUMN maximum_posting_difference BIGINT NOT NULL DEFAULT 500;

CREATE TABLE statement (
    statement_no TEXT PRIMARY KEY, store_no TEXT NOT NULL REFERENCES store,
    state TEXT NOT NULL CHECK (state IN ('OPEN', 'CALCULATED', 'COUNTED', 'POSTING', 'POSTED')),
    transaction_date TEXT NOT NULL, posting_date TEXT, currency_code TEXT NOT NULL,
    -- How often it was calculated: counts belong to one calculation.
    calculation_no BIGINT NOT NULL,
    documents BIGINT NOT NULL, sales_amount BIGINT NOT NULL, line_discount BIGINT NOT NULL,
    liabilities BIGINT NOT NULL, rounding_amount BIGINT NOT NULL, payment_amount BIGINT NOT NULL,
    money_in BIGINT NOT NULL, absolute_amount BIGINT NOT NULL,
    -- Of cancelled deposits: what the shop kept, and what it added to what it gave back.
    deposit_kept BIGINT NOT NULL, deposit_added BIGINT NOT NULL,
    -- Counted less booked, once all is counted.
    difference BIGINT,
    -- Why it could not be posted: the key of a refusal.
    failure TEXT,
    created_by TEXT NOT NULL, created_at BIGINT NOT NULL, calculated_at BIGINT,
    version BIGINT NOT NULL,
    CHECK (payment_amount = sales_amount + liabilities + rounding_amount)
);
-- One statement at work per store.
CREATE UNIQUE INDEX statement_at_work ON statement (store_no) WHERE state <> 'POSTED';
CREATE INDEX statement_by_date ON statement (store_no, transaction_date, statement_no);
CREATE INDEX statement_posting_now ON statement (statement_no) WHERE state = 'POSTING';
-- What it gathers. An order, or an entry of a deposit, is in one statement at most.
CREATE TABLE statement_order (
    order_id UUID PRIMARY KEY REFERENCES sales_order,
    statement_no TEXT NOT NULL REFERENCES statement
);
CREATE INDEX statement_order_by_statement ON statement_order (statement_no);
CREATE TABLE statement_deposit_entry (
    entry_id UUID PRIMARY KEY REFERENCES deposit_ledger,
    statement_no TEXT NOT NULL REFERENCES statement
);
CREATE INDEX statement_deposit_entry_by_statement ON statement_deposit_entry (statement_no);
-- What each till took of each tender, in minor units of the store's currency; of foreign cash in its
-- own besides.
CREATE TABLE statement_tender (
    statement_no TEXT NOT NULL REFERENCES statement, terminal_no TEXT NOT NULL,
    tender_code TEXT NOT NULL, name TEXT NOT NULL, tender_type TEXT NOT NULL,
    counting_required BOOLEAN NOT NULL, amount BIGINT NOT NULL, quantity BIGINT NOT NULL,
    foreign_currency TEXT, foreign_amount BIGINT NOT NULL,
    PRIMARY KEY (statement_no, tender_code, terminal_no)
);
-- Every count is kept; the last one of a calculation holds. Cash is counted by till.
CREATE TABLE statement_count (
    count_id UUID PRIMARY KEY, statement_no TEXT NOT NULL REFERENCES statement,
    calculation_no BIGINT NOT NULL, count_no BIGINT NOT NULL,
    tender_code TEXT NOT NULL, terminal_no TEXT,
    -- What lay in the drawer or what the slips come to, in the currency of the tender.
    content BIGINT NOT NULL, slips BIGINT, denominations TEXT NOT NULL,
    opening_float BIGINT NOT NULL, added BIGINT NOT NULL, removed BIGINT NOT NULL,
    -- Which part of it the tender brought, in the store's currency.
    counted_amount BIGINT NOT NULL,
    reason TEXT, counted_by TEXT NOT NULL, counted_at BIGINT NOT NULL,
    UNIQUE (statement_no, calculation_no, count_no)
);
-- Who posted it, and why with a difference.
CREATE TABLE statement_posting (
    posting_id UUID PRIMARY KEY, statement_no TEXT NOT NULL REFERENCES statement,
    reason TEXT, bag_no TEXT, requested_by TEXT NOT NULL, requested_at BIGINT NOT NULL
);
CREATE INDEX statement_posting_by_statement ON statement_posting (statement_no, requested_at);
-- The Z of a statement: numbered without gaps in its store, with totals that never begin anew, and the
-- hash of the one before.
CREATE TABLE statement_z (
    statement_no TEXT PRIMARY KEY REFERENCES statement, store_no TEXT NOT NULL REFERENCES store,
    z_no BIGINT NOT NULL, perpetual_sales BIGINT NOT NULL, perpetual_absolute BIGINT NOT NULL,
    content TEXT NOT NULL, hash TEXT NOT NULL, previous_hash TEXT NOT NULL,
    posted_by TEXT NOT NULL, posted_at BIGINT NOT NULL,
    journal_chain TEXT NOT NULL, journal_seq BIGINT NOT NULL,
    UNIQUE (store_no, z_no)
);
