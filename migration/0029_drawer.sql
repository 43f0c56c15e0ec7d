-- The cash drawer of each till: the float that opens the day, cash that is put in or taken out outside
-- of sales, and openings without a sale.

-- What happened to the drawer of a till: only added to. The amount is signed as it changes what lies in
-- the drawer; a float that was entered wrongly is taken back by an entry that names it.
CREATE TABLE drawer_entry (
    entry_id UUID PRIMARY KEY, store_no TEXT NOT NULL REFERENCES store,
    terminal_no TEXT NOT NULL REFERENCES terminal, entry_no BIGINT NOT NULL,
    entry_type TEXT NOT NULL
        CHECK (entry_type IN ('FLOAT', 'CASH_IN', 'CASH_OUT', 'SAFE_DROP', 'BANK_BAG', 'NO_SALE')),
    currency_code TEXT NOT NULL, amount BIGINT NOT NULL,
    reason TEXT NOT NULL, bag_no TEXT,
    corrects UUID UNIQUE REFERENCES drawer_entry,
    business_date TEXT NOT NULL, staff_id TEXT NOT NULL, approved_by TEXT, booked_at BIGINT NOT NULL,
    journal_chain TEXT NOT NULL, journal_seq BIGINT NOT NULL,
    UNIQUE (terminal_no, entry_no),
    UNIQUE (store_no, bag_no),
    CHECK (CASE entry_type WHEN 'FLOAT' THEN (corrects IS NULL AND amount >= 0)
        OR (corrects IS NOT NULL AND amount <= 0)
        WHEN 'CASH_IN' THEN amount > 0 WHEN 'NO_SALE' THEN amount = 0 ELSE amount < 0 END),
    CHECK (corrects IS NULL OR entry_type = 'FLOAT'),
    CHECK ((bag_no IS NOT NULL) = (entry_type = 'BANK_BAG'))
);
CREATE INDEX drawer_entry_by_day ON drawer_entry (store_no, business_date, terminal_no, entry_no);
CREATE INDEX drawer_entry_by_till ON drawer_entry (terminal_no, business_date, entry_no);

-- What became of the pulse that opens a drawer, when a printer was there to send it.
CREATE TABLE drawer_kick (
    entry_id UUID PRIMARY KEY REFERENCES drawer_entry,
    outcome TEXT NOT NULL CHECK (outcome IN ('OPENED', 'NOT_REACHED', 'UNCERTAIN'))
);

-- Above which amount of cash somebody else signs too, in minor units; without one nobody does.
CREATE TABLE drawer_setting (
    store_no TEXT PRIMARY KEY REFERENCES store, cash_out_approval_above BIGINT,
    version BIGINT NOT NULL DEFAULT 1
);
