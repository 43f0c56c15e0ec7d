-- Payments below zero: what was taken goes back to what it came from, and deposits are cancelled.

-- What was taken and may be given back. Of no booking is more given back than it took: what is on its
-- way back counts from before the first byte is sent, whichever till and store sends it.
CREATE TABLE refund_origin (
    -- The booking that took it.
    tender_id UUID PRIMARY KEY,
    tender_code TEXT NOT NULL REFERENCES tender, name TEXT NOT NULL,
    attempt_id UUID REFERENCES payment_attempt, brand TEXT, last_four TEXT,
    taken BIGINT NOT NULL CHECK (taken > 0),
    given_back BIGINT NOT NULL CHECK (given_back >= 0 AND given_back <= taken)
);
CREATE INDEX refund_origin_by_attempt ON refund_origin (attempt_id) WHERE attempt_id IS NOT NULL;
-- What the payment of a basket may give back.
CREATE TABLE refund_source (
    basket_id UUID NOT NULL REFERENCES basket, tender_id UUID NOT NULL REFERENCES refund_origin,
    position BIGINT NOT NULL,
    PRIMARY KEY (basket_id, tender_id)
);
-- Which booking below zero gave which part of what was taken back.
CREATE TABLE refund_part (
    refund_id UUID NOT NULL, tender_id UUID NOT NULL REFERENCES refund_origin,
    amount BIGINT NOT NULL CHECK (amount > 0), approved_by TEXT,
    PRIMARY KEY (refund_id, tender_id)
);
CREATE INDEX refund_part_by_origin ON refund_part (tender_id);
-- A REVERSAL that gives back a part of a payment of another basket: of which booking.
ALTER TABLE payment_attempt ADD COLUMN refund_of UUID REFERENCES refund_origin;
CREATE INDEX payment_attempt_by_refund ON payment_attempt (refund_of) WHERE refund_of IS NOT NULL;
-- The same by code: the number of the order that was paid, and what was paid then.
ALTER TABLE qr_order ADD COLUMN paid_order_no TEXT;
ALTER TABLE qr_order ADD COLUMN paid_amount BIGINT;

-- Who withdraws from a deposit, why, and what becomes of the money: agreed when the payment of it
-- begins, and carried out once that is complete.
CREATE TABLE deposit_cancellation (
    basket_id UUID PRIMARY KEY REFERENCES basket, deposit_id UUID NOT NULL REFERENCES deposit,
    withdrawn_by TEXT NOT NULL CHECK (withdrawn_by IN ('CLIENT', 'SHOP')), reason TEXT NOT NULL,
    -- What goes back, what the shop keeps as income, what it adds to what was held.
    given_back BIGINT NOT NULL CHECK (given_back >= 0), kept BIGINT NOT NULL CHECK (kept >= 0),
    added BIGINT NOT NULL CHECK (added >= 0)
);
CREATE INDEX deposit_cancellation_by_deposit ON deposit_cancellation (deposit_id);

-- The ledger of deposits learns three words. It refuses to be changed, so it is made anew, and with it
-- what points at it.
CREATE TABLE deposit_ledger_anew (
    entry_id UUID PRIMARY KEY, deposit_id UUID NOT NULL REFERENCES deposit,
    position BIGINT NOT NULL,
    entry_type TEXT NOT NULL CHECK (entry_type IN
        ('PAY', 'APPLY', 'PUT_BACK', 'ADD', 'GIVE_BACK', 'KEEP')),
    amount BIGINT NOT NULL, receipt_no TEXT NOT NULL,
    -- What was held and still to be paid after it, as its receipt says.
    held BIGINT NOT NULL, balance BIGINT NOT NULL, basket_id UUID NOT NULL REFERENCES basket,
    store_no TEXT NOT NULL, terminal_no TEXT NOT NULL, staff_id TEXT NOT NULL,
    business_date TEXT NOT NULL, booked_at BIGINT NOT NULL,
    UNIQUE (deposit_id, position)
);
INSERT INTO deposit_ledger_anew (entry_id, deposit_id, position, entry_type, amount, receipt_no, held,
    balance, basket_id, store_no, terminal_no, staff_id, business_date, booked_at)
SELECT entry_id, deposit_id, position, entry_type, amount, receipt_no, held, balance, basket_id,
    store_no, terminal_no, staff_id, business_date, booked_at FROM deposit_ledger;
CREATE TABLE deposit_tender_anew (
    tender_id UUID PRIMARY KEY, entry_id UUID NOT NULL REFERENCES deposit_ledger_anew,
    store_no TEXT NOT NULL, business_date TEXT NOT NULL, position BIGINT NOT NULL,
    tender_code TEXT NOT NULL, name TEXT NOT NULL, amount BIGINT NOT NULL, tendered BIGINT NOT NULL,
    change_given BIGINT NOT NULL, rounding BIGINT NOT NULL, attempt_id UUID, brand TEXT,
    last_four TEXT, approval_code TEXT, reference TEXT
);
INSERT INTO deposit_tender_anew (tender_id, entry_id, store_no, business_date, position, tender_code,
    name, amount, tendered, change_given, rounding, attempt_id, brand, last_four, approval_code,
    reference)
SELECT tender_id, entry_id, store_no, business_date, position, tender_code, name, amount, tendered,
    change_given, rounding, attempt_id, brand, last_four, approval_code, reference FROM deposit_tender;
DROP TABLE deposit_tender;
DROP TABLE deposit_ledger;
ALTER TABLE deposit_ledger_anew RENAME TO deposit_ledger;
ALTER TABLE deposit_tender_anew RENAME TO deposit_tender;
CREATE INDEX deposit_ledger_by_date ON deposit_ledger (store_no, business_date, entry_type);
CREATE INDEX deposit_tender_by_entry ON deposit_tender (entry_id, position);
CREATE INDEX deposit_tender_by_date ON deposit_tender (store_no, business_date, tender_code);
