-- One-time codes that are mailed to customers, for whatever they open; then loyalty credit.

-- A code is kept as a hash only. It opens one thing once: what `purpose` and `subject_id` name, at the
-- till that asked, or at any where none is named.
CREATE TABLE one_time_code (
    code_id UUID PRIMARY KEY, purpose TEXT NOT NULL CHECK (purpose IN
        ('GIFT_CARD', 'RECYCLING_CREDIT', 'LOYALTY_CREDIT')),
    subject_id UUID NOT NULL, terminal_no TEXT, code_hash BYTEA NOT NULL,
    requested_at BIGINT NOT NULL, wrong BIGINT NOT NULL,
    verified_at BIGINT, spent_at BIGINT,
    -- The tender that it opened something for.
    tender_id UUID,
    CHECK (tender_id IS NULL OR spent_at IS NOT NULL)
);
CREATE INDEX one_time_code_by_subject ON one_time_code (purpose, subject_id, requested_at);
CREATE INDEX one_time_code_by_request ON one_time_code (requested_at);

INSERT INTO one_time_code (code_id, purpose, subject_id, terminal_no, code_hash, requested_at, wrong,
    verified_at, spent_at, tender_id)
SELECT code_id, 'RECYCLING_CREDIT', customer_id, terminal_no, code_hash, requested_at, wrong, verified_at,
    CASE WHEN tender_id IS NOT NULL THEN COALESCE(verified_at, requested_at) END, tender_id
FROM recycling_code;
-- The hash of a gift card's code was bound to the card, of which there was one code at a time: the card's
-- id becomes the code's.
INSERT INTO one_time_code (code_id, purpose, subject_id, code_hash, requested_at, wrong, spent_at)
SELECT gift_card_id, 'GIFT_CARD', gift_card_id, code_hash, requested_at, 0,
    CASE WHEN used THEN requested_at END
FROM gift_card_code;
DROP TABLE recycling_code;
DROP TABLE gift_card_code;

-- The terms on which a store grants and takes loyalty credit. A store without a row does neither. The
-- rate is in ten-thousandths of a per cent, amounts are minor units of the store.
CREATE TABLE loyalty_store (
    store_no TEXT PRIMARY KEY REFERENCES store, is_active BOOLEAN NOT NULL,
    earn_rate BIGINT NOT NULL CHECK (earn_rate BETWEEN 0 AND 1000000),
    valid_days BIGINT NOT NULL CHECK (valid_days > 0),
    restored_days BIGINT NOT NULL CHECK (restored_days >= 0),
    code_above BIGINT NOT NULL CHECK (code_above >= 0),
    amount_per_point BIGINT NOT NULL CHECK (amount_per_point > 0),
    version BIGINT NOT NULL DEFAULT 1
);

-- What a customer has in a currency: the sum of the ledger, and of what is left of the lots.
CREATE TABLE loyalty_account (
    customer_id UUID NOT NULL REFERENCES customer, currency_code TEXT NOT NULL,
    balance BIGINT NOT NULL CHECK (balance >= 0), points BIGINT NOT NULL CHECK (points >= 0),
    redeemed BIGINT NOT NULL CHECK (redeemed >= 0), entries BIGINT NOT NULL, changed_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, currency_code)
);
CREATE INDEX loyalty_account_by_change ON loyalty_account (changed_at, customer_id, currency_code);

-- Credit that was earned together and ends together. It is pending until the day from which it is usable.
CREATE TABLE loyalty_lot (
    lot_id UUID PRIMARY KEY, customer_id UUID NOT NULL REFERENCES customer, currency_code TEXT NOT NULL,
    -- The sale that earned it; none for what was given back after its day.
    order_id UUID REFERENCES sales_order, store_no TEXT NOT NULL REFERENCES store,
    granted BIGINT NOT NULL CHECK (granted > 0),
    remaining BIGINT NOT NULL CHECK (remaining >= 0 AND remaining <= granted),
    -- What of it nobody spent in time, and what of that a return has asked for.
    expired BIGINT NOT NULL DEFAULT 0 CHECK (expired >= 0),
    forgiven BIGINT NOT NULL DEFAULT 0 CHECK (forgiven >= 0 AND forgiven <= expired),
    state TEXT NOT NULL CHECK (state IN ('OPEN', 'USED', 'EXPIRED', 'REVERSED')),
    usable_from TEXT NOT NULL, expires_on TEXT NOT NULL,
    CHECK ((state = 'OPEN') = (remaining > 0)), CHECK (expires_on >= usable_from)
);
CREATE INDEX loyalty_lot_by_customer ON loyalty_lot (customer_id, currency_code, expires_on, lot_id);
CREATE INDEX loyalty_lot_open ON loyalty_lot (expires_on, lot_id) WHERE state = 'OPEN';
CREATE UNIQUE INDEX loyalty_lot_by_order ON loyalty_lot (order_id) WHERE order_id IS NOT NULL;

-- What happened to somebody's credit: only added to.
CREATE TABLE loyalty_entry (
    entry_id UUID PRIMARY KEY, customer_id UUID NOT NULL REFERENCES customer, currency_code TEXT NOT NULL,
    entry_no BIGINT NOT NULL,
    entry_type TEXT NOT NULL CHECK (entry_type IN
        ('EARN', 'REDEEM', 'RESTORE', 'REVERSE_EARN', 'EXPIRE')),
    amount BIGINT NOT NULL, balance BIGINT NOT NULL CHECK (balance >= 0), points BIGINT NOT NULL,
    -- The sale that earned it or comes back; the tender that took it and its basket.
    order_id UUID REFERENCES sales_order, tender_id UUID, basket_id UUID REFERENCES basket,
    store_no TEXT NOT NULL REFERENCES store, terminal_no TEXT REFERENCES terminal, staff_id TEXT,
    business_date TEXT NOT NULL, booked_at BIGINT NOT NULL,
    journal_chain TEXT NOT NULL, journal_seq BIGINT NOT NULL,
    UNIQUE (customer_id, currency_code, entry_no),
    CHECK (amount <> 0 OR points <> 0),
    CHECK (amount >= 0 OR entry_type IN ('REDEEM', 'REVERSE_EARN', 'EXPIRE')),
    CHECK (amount <= 0 OR entry_type IN ('EARN', 'RESTORE'))
);
CREATE UNIQUE INDEX loyalty_entry_earned ON loyalty_entry (order_id) WHERE entry_type = 'EARN';
CREATE UNIQUE INDEX loyalty_entry_redeemed ON loyalty_entry (tender_id) WHERE entry_type = 'REDEEM';
CREATE INDEX loyalty_entry_by_tender ON loyalty_entry (tender_id) WHERE tender_id IS NOT NULL;
CREATE INDEX loyalty_entry_by_order ON loyalty_entry (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX loyalty_entry_by_basket ON loyalty_entry (basket_id) WHERE basket_id IS NOT NULL;
CREATE UNIQUE INDEX loyalty_entry_by_journal ON loyalty_entry (journal_chain, journal_seq);

-- What an entry took from a lot, or put into it.
CREATE TABLE loyalty_part (
    entry_id UUID NOT NULL REFERENCES loyalty_entry, lot_id UUID NOT NULL REFERENCES loyalty_lot,
    position BIGINT NOT NULL, amount BIGINT NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (entry_id, lot_id)
);
CREATE INDEX loyalty_part_by_lot ON loyalty_part (lot_id);

-- What a completed sale did to its customer's credit, as its receipt says it whenever it is printed, and
-- what of its goods came back since.
CREATE TABLE loyalty_order (
    order_id UUID PRIMARY KEY REFERENCES sales_order, customer_id UUID NOT NULL REFERENCES customer,
    currency_code TEXT NOT NULL, goods BIGINT NOT NULL CHECK (goods >= 0),
    credit BIGINT NOT NULL CHECK (credit >= 0), points BIGINT NOT NULL CHECK (points >= 0),
    balance BIGINT NOT NULL, expiring BIGINT, expires_on TEXT,
    returned BIGINT NOT NULL DEFAULT 0 CHECK (returned >= 0 AND returned <= goods)
);
CREATE INDEX loyalty_order_by_customer ON loyalty_order (customer_id);
