-- A constraint that becomes another needs the table anew. What refers to it waits until its rows are back.
PRAGMA defer_foreign_keys = ON;
CREATE TABLE drawer_entry_before AS SELECT * FROM drawer_entry;
DROP TABLE drawer_entry;
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
    UNIQUE (store_no, bag_no, terminal_no, currency_code),
    CHECK (CASE entry_type WHEN 'FLOAT' THEN (corrects IS NULL AND amount >= 0)
        OR (corrects IS NOT NULL AND amount <= 0)
        WHEN 'CASH_IN' THEN amount > 0 WHEN 'NO_SALE' THEN amount = 0 ELSE amount < 0 END),
    CHECK (corrects IS NULL OR entry_type = 'FLOAT'),
    CHECK ((bag_no IS NOT NULL) = (entry_type = 'BANK_BAG'))
);
INSERT INTO drawer_entry (entry_id, store_no, terminal_no, entry_no, entry_type, currency_code, amount,
    reason, bag_no, corrects, business_date, staff_id, approved_by, booked_at, journal_chain, journal_seq)
    SELECT entry_id, store_no, terminal_no, entry_no, entry_type, currency_code, amount, reason, bag_no,
    corrects, business_date, staff_id, approved_by, booked_at, journal_chain, journal_seq
    FROM drawer_entry_before;
DROP TABLE drawer_entry_before;
CREATE INDEX drawer_entry_by_day ON drawer_entry (store_no, business_date, terminal_no, entry_no);
CREATE INDEX drawer_entry_by_till ON drawer_entry (terminal_no, business_date, entry_no);
CREATE TRIGGER drawer_entry_refuses_update BEFORE UPDATE ON drawer_entry
BEGIN SELECT RAISE(ABORT, 'drawer_entry is append-only'); END;
CREATE TRIGGER drawer_entry_refuses_delete BEFORE DELETE ON drawer_entry
BEGIN SELECT RAISE(ABORT, 'drawer_entry is append-only'); END;
