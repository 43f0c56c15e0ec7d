-- Gift cards: a value that is sold by number, that pays as a tender, and that is owed until it is spent.

-- What each store does with gift cards. A store without a row does nothing with them. Cards hold in
-- the stores of their market. Without months a card that is sold there never expires.
CREATE TABLE gift_card_store (
    store_no TEXT PRIMARY KEY REFERENCES store,
    sell_gift_card BOOLEAN NOT NULL, redeem_gift_card BOOLEAN NOT NULL,
    market_code TEXT NOT NULL,
    minimum_amount BIGINT NOT NULL CHECK (minimum_amount > 0),
    maximum_amount BIGINT NOT NULL, valid_months BIGINT CHECK (valid_months > 0),
    version BIGINT NOT NULL DEFAULT 1,
    CHECK (maximum_amount >= minimum_amount)
);

-- Cards that came in together.
CREATE TABLE gift_card_batch (
    batch_code TEXT PRIMARY KEY, market_code TEXT NOT NULL, currency_code TEXT NOT NULL,
    cards BIGINT NOT NULL, created_by TEXT NOT NULL, created_at BIGINT NOT NULL
);

-- A card. Its code is kept as a hash only. Amounts are minor units of its currency;
-- balance is the sum of its ledger.
CREATE TABLE gift_card (
    gift_card_id UUID PRIMARY KEY, card_no TEXT NOT NULL UNIQUE, last_four TEXT NOT NULL,
    batch_code TEXT NOT NULL REFERENCES gift_card_batch,
    market_code TEXT NOT NULL, currency_code TEXT NOT NULL, code_hash BYTEA NOT NULL,
    state TEXT NOT NULL CHECK (state IN
        ('STOCK', 'RESERVED', 'ACTIVE', 'PARTIAL', 'EMPTY', 'BLOCKED', 'EXPIRED', 'VOIDED')),
    initial_amount BIGINT NOT NULL DEFAULT 0,
    balance BIGINT NOT NULL DEFAULT 0,
    version BIGINT NOT NULL DEFAULT 0,
    -- The line of a basket that holds it, while it is reserved.
    line_id UUID UNIQUE,
    sold_order_id UUID REFERENCES sales_order, sold_store_no TEXT REFERENCES store,
    activated_at BIGINT, activated_on TEXT, expires_on TEXT,
    customer_id UUID REFERENCES customer,
    CHECK (balance >= 0), CHECK (balance <= initial_amount),
    CHECK ((state = 'RESERVED') = (line_id IS NOT NULL)),
    CHECK (balance > 0 OR state NOT IN ('ACTIVE', 'PARTIAL')),
    CHECK (balance = 0 OR state IN ('ACTIVE', 'PARTIAL', 'BLOCKED'))
);
CREATE INDEX gift_card_by_state ON gift_card (state, gift_card_id);
CREATE INDEX gift_card_by_last_four ON gift_card (last_four);
CREATE INDEX gift_card_by_batch ON gift_card (batch_code, gift_card_id);
CREATE INDEX gift_card_by_sold_store ON gift_card (sold_store_no, gift_card_id);
CREATE INDEX gift_card_by_sold_order ON gift_card (sold_order_id) WHERE sold_order_id IS NOT NULL;
CREATE INDEX gift_card_by_customer ON gift_card (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX gift_card_to_expire ON gift_card (expires_on) WHERE state IN ('ACTIVE', 'PARTIAL', 'BLOCKED');

-- What happened to the value of a card: only added to. What is put on it is above zero. What it was
-- charged with, less what the other entries took, is its balance.
CREATE TABLE gift_card_ledger (
    entry_id UUID PRIMARY KEY, gift_card_id UUID NOT NULL REFERENCES gift_card,
    entry_no BIGINT NOT NULL,
    entry_type TEXT NOT NULL CHECK (entry_type IN ('ACTIVATE', 'REDEEM', 'REVERSE', 'EXPIRE', 'VOID')),
    amount BIGINT NOT NULL CHECK (amount <> 0), balance BIGINT NOT NULL CHECK (balance >= 0),
    -- The tender that took it or gave it back; the order that sold it, or whose refund it carries.
    tender_id UUID, order_id UUID REFERENCES sales_order,
    store_no TEXT NOT NULL REFERENCES store, terminal_no TEXT REFERENCES terminal, staff_id TEXT,
    business_date TEXT NOT NULL, booked_at BIGINT NOT NULL,
    journal_chain TEXT NOT NULL, journal_seq BIGINT NOT NULL,
    UNIQUE (gift_card_id, entry_no),
    CHECK ((amount > 0) = (entry_type IN ('ACTIVATE', 'REVERSE')))
);
CREATE UNIQUE INDEX gift_card_ledger_by_tender ON gift_card_ledger (tender_id, entry_type)
    WHERE tender_id IS NOT NULL;
CREATE INDEX gift_card_ledger_by_order ON gift_card_ledger (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX gift_card_ledger_by_day ON gift_card_ledger (store_no, business_date);

-- Why the office blocked, freed or voided a card, and who.
CREATE TABLE gift_card_note (
    note_id UUID PRIMARY KEY, gift_card_id UUID NOT NULL REFERENCES gift_card,
    action TEXT NOT NULL CHECK (action IN ('BLOCK', 'UNBLOCK', 'VOID')), reason TEXT NOT NULL,
    store_no TEXT NOT NULL REFERENCES store, terminal_no TEXT NOT NULL REFERENCES terminal,
    staff_id TEXT NOT NULL, noted_at BIGINT NOT NULL
);
CREATE INDEX gift_card_note_by_card ON gift_card_note (gift_card_id, noted_at);

-- The card of a line of a basket. The line keeps it when the basket is put aside; the card itself says
-- whether the line still holds it.
CREATE TABLE basket_line_gift_card (
    line_id UUID PRIMARY KEY REFERENCES basket_line, basket_id UUID NOT NULL REFERENCES basket,
    gift_card_id UUID NOT NULL REFERENCES gift_card
);
CREATE INDEX basket_line_gift_card_by_basket ON basket_line_gift_card (basket_id);

-- Somebody had card and code in hand: good once, for a while, at one till. Only the hash is kept.
CREATE TABLE gift_card_proof (
    proof_hash BYTEA PRIMARY KEY, gift_card_id UUID NOT NULL REFERENCES gift_card,
    purpose TEXT NOT NULL CHECK (purpose IN ('SELL', 'USE')),
    terminal_no TEXT NOT NULL REFERENCES terminal, staff_id TEXT NOT NULL,
    expires_at BIGINT NOT NULL, used_at BIGINT
);
CREATE INDEX gift_card_proof_by_end ON gift_card_proof (expires_at);

-- A code that was mailed to the customer of a card.
CREATE TABLE gift_card_code (
    gift_card_id UUID PRIMARY KEY REFERENCES gift_card, code_hash BYTEA NOT NULL,
    requested_at BIGINT NOT NULL, used BOOLEAN NOT NULL
);

-- Wrong codes, by card number and by till, also of numbers that no card has.
CREATE TABLE gift_card_try (
    subject TEXT PRIMARY KEY, wrong BIGINT NOT NULL, last_at BIGINT NOT NULL, locked_until BIGINT
);

-- A line that is no turnover: what it brings is owed until it is spent.
ALTER TABLE sales_order_line ADD COLUMN is_liability BOOLEAN NOT NULL DEFAULT FALSE;
