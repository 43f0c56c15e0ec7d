-- Deposits: pieces that are kept for a customer against a part payment, and settled later.

-- What a payment of the basket is for: its goods, a deposit on them, more on a deposit, or pieces of a
-- deposit that are settled. A basket without lines of its own takes a further payment.
ALTER TABLE basket ADD COLUMN purpose TEXT NOT NULL DEFAULT 'GOODS';
ALTER TABLE basket ADD COLUMN deposit_id UUID;

-- Prices, discounts and packages are those of the day on which it was made: `fixed` is the same
-- document as that of a basket that is being paid, and shrinks with every line that is settled.
CREATE TABLE deposit (
    deposit_id UUID PRIMARY KEY, store_no TEXT NOT NULL REFERENCES store,
    deposit_no BIGINT NOT NULL, document_no TEXT NOT NULL UNIQUE,
    -- The basket whose lines and reservations wait.
    basket_id UUID NOT NULL UNIQUE REFERENCES basket,
    customer_id UUID NOT NULL REFERENCES customer, customer_name TEXT NOT NULL,
    salesperson_id TEXT NOT NULL REFERENCES salesperson, currency_code TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('REFUNDABLE', 'ARRHES', 'ACOMPTE')),
    state TEXT NOT NULL
        CHECK (state IN ('OPEN', 'FULLY_PAID', 'OVERDUE', 'SETTLED', 'CANCELLED')),
    -- What all pieces cost; of those that are not settled yet; what is held for them.
    total BIGINT NOT NULL, remaining BIGINT NOT NULL CHECK (remaining >= 0),
    held BIGINT NOT NULL CHECK (held >= 0),
    fixed TEXT NOT NULL, expires_on TEXT NOT NULL, search_text TEXT NOT NULL,
    opened_on TEXT NOT NULL, opened_at BIGINT NOT NULL, version BIGINT NOT NULL
);
CREATE UNIQUE INDEX deposit_by_no ON deposit (store_no, deposit_no);
CREATE INDEX deposit_by_expiry ON deposit (store_no, state, expires_on, deposit_no);
CREATE INDEX deposit_by_customer ON deposit (customer_id, opened_at);
-- The pieces of a deposit; those with an order are settled.
CREATE TABLE deposit_line (
    line_id UUID PRIMARY KEY, deposit_id UUID NOT NULL REFERENCES deposit,
    position BIGINT NOT NULL, item_no TEXT NOT NULL, size_code TEXT NOT NULL, name TEXT NOT NULL,
    picture TEXT NOT NULL, quantity BIGINT NOT NULL, net BIGINT NOT NULL, order_id UUID
);
CREATE INDEX deposit_line_by_deposit ON deposit_line (deposit_id, position);
CREATE INDEX deposit_line_by_order ON deposit_line (order_id) WHERE order_id IS NOT NULL;
-- What is held is the sum of a deposit's entries: money that came in, and what went to an order.
CREATE TABLE deposit_ledger (
    entry_id UUID PRIMARY KEY, deposit_id UUID NOT NULL REFERENCES deposit,
    position BIGINT NOT NULL,
    entry_type TEXT NOT NULL CHECK (entry_type IN ('PAY', 'APPLY', 'PUT_BACK')),
    amount BIGINT NOT NULL, receipt_no TEXT NOT NULL,
    -- What was held and still to be paid after it, as its receipt says.
    held BIGINT NOT NULL, balance BIGINT NOT NULL, basket_id UUID NOT NULL REFERENCES basket,
    store_no TEXT NOT NULL, terminal_no TEXT NOT NULL, staff_id TEXT NOT NULL,
    business_date TEXT NOT NULL, booked_at BIGINT NOT NULL,
    UNIQUE (deposit_id, position)
);
CREATE INDEX deposit_ledger_by_date ON deposit_ledger (store_no, business_date, entry_type);
-- What a payment on a deposit was paid with.
CREATE TABLE deposit_tender (
    tender_id UUID PRIMARY KEY, entry_id UUID NOT NULL REFERENCES deposit_ledger,
    store_no TEXT NOT NULL, business_date TEXT NOT NULL, position BIGINT NOT NULL,
    tender_code TEXT NOT NULL, name TEXT NOT NULL, amount BIGINT NOT NULL, tendered BIGINT NOT NULL,
    change_given BIGINT NOT NULL, rounding BIGINT NOT NULL, attempt_id UUID, brand TEXT,
    last_four TEXT, approval_code TEXT, reference TEXT
);
CREATE INDEX deposit_tender_by_entry ON deposit_tender (entry_id, position);
CREATE INDEX deposit_tender_by_date ON deposit_tender (store_no, business_date, tender_code);
-- When the last day was moved, by whom and why.
CREATE TABLE deposit_extension (
    extension_id UUID PRIMARY KEY, deposit_id UUID NOT NULL REFERENCES deposit,
    from_date TEXT NOT NULL, to_date TEXT NOT NULL, reason TEXT NOT NULL,
    extended_by TEXT NOT NULL, extended_at BIGINT NOT NULL
);
CREATE INDEX deposit_extension_by_deposit ON deposit_extension (deposit_id, extended_at);
-- The terms of a store: which part is paid at once, in ten-thousandths of a per cent, and for how long
-- the pieces are kept.
ALTER TABLE store ADD COLUMN deposit_minimum BIGINT NOT NULL DEFAULT 300000;
ALTER TABLE store ADD COLUMN deposit_days BIGINT NOT NULL DEFAULT 30;
-- What was agreed about a deposit whose first payment is under way.
CREATE TABLE deposit_plan (
    basket_id UUID PRIMARY KEY REFERENCES basket, plan TEXT NOT NULL
);
-- What a deposit pays of an order is a tender of its own, in every store.
INSERT INTO tender (tender_code, name, tender_type, over_tender_allowed, maximum_over_tender,
    under_tender_allowed, opens_drawer, counting_required)
    VALUES ('DEPOSIT', 'Deposit', 'DEPOSIT', FALSE, NULL, TRUE, FALSE, FALSE);
