-- The ledger of loyalty credit learns a word: what the office changes by hand, and why. It refuses to be changed, so
-- it is made anew, and with it what points at it.
CREATE TABLE loyalty_entry_anew (
    entry_id UUID PRIMARY KEY, customer_id UUID NOT NULL REFERENCES customer, currency_code TEXT NOT NULL,
    entry_no BIGINT NOT NULL,
    entry_type TEXT NOT NULL CHECK (entry_type IN
        ('EARN', 'REDEEM', 'RESTORE', 'REVERSE_EARN', 'EXPIRE', 'ADJUST')),
    amount BIGINT NOT NULL, balance BIGINT NOT NULL CHECK (balance >= 0), points BIGINT NOT NULL,
    -- The sale that earned it or comes back; the tender that took it and its basket.
    order_id UUID REFERENCES sales_order, tender_id UUID, basket_id UUID REFERENCES basket,
    store_no TEXT NOT NULL REFERENCES store, terminal_no TEXT REFERENCES terminal, staff_id TEXT,
    business_date TEXT NOT NULL, booked_at BIGINT NOT NULL,
    journal_chain TEXT NOT NULL, journal_seq BIGINT NOT NULL,
    -- Why the office changed it; none of anything else.
    reason TEXT,
    UNIQUE (customer_id, currency_code, entry_no),
    CHECK (amount <> 0 OR points <> 0),
    CHECK (amount >= 0 OR entry_type IN ('REDEEM', 'REVERSE_EARN', 'EXPIRE', 'ADJUST')),
    CHECK (amount <= 0 OR entry_type IN ('EARN', 'RESTORE', 'ADJUST')),
    CHECK ((entry_type = 'ADJUST') = (reason IS NOT NULL))
);
INSERT INTO loyalty_entry_anew (entry_id, customer_id, currency_code, entry_no, entry_type, amount, balance,
    points, order_id, tender_id, basket_id, store_no, terminal_no, staff_id, business_date, booked_at,
    journal_chain, journal_seq)
SELECT entry_id, customer_id, currency_code, entry_no, entry_type, amount, balance, points, order_id,
    tender_id, basket_id, store_no, terminal_no, staff_id, business_date, booked_at, journal_chain,
    journal_seq FROM loyalty_entry;
CREATE TABLE loyalty_part_anew (
    entry_id UUID NOT NULL REFERENCES loyalty_entry_anew, lot_id UUID NOT NULL REFERENCES loyalty_lot,
    position BIGINT NOT NULL, amount BIGINT NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (entry_id, lot_id)
);
INSERT INTO loyalty_part_anew (entry_id, lot_id, position, amount)
SELECT entry_id, lot_id, position, amount FROM loyalty_part;
DROP TABLE loyalty_part;
DROP TABLE loyalty_entry;
ALTER TABLE loyalty_entry_anew RENAME TO loyalty_entry;
ALTER TABLE loyalty_part_anew RENAME TO loyalty_part;
CREATE UNIQUE INDEX loyalty_entry_earned ON loyalty_entry (order_id) WHERE entry_type = 'EARN';
CREATE UNIQUE INDEX loyalty_entry_redeemed ON loyalty_entry (tender_id) WHERE entry_type = 'REDEEM';
CREATE INDEX loyalty_entry_by_tender ON loyalty_entry (tender_id) WHERE tender_id IS NOT NULL;
CREATE INDEX loyalty_entry_by_order ON loyalty_entry (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX loyalty_entry_by_basket ON loyalty_entry (basket_id) WHERE basket_id IS NOT NULL;
CREATE UNIQUE INDEX loyalty_entry_by_journal ON loyalty_entry (journal_chain, journal_seq);
CREATE INDEX loyalty_part_by_lot ON loyalty_part (lot_id);
