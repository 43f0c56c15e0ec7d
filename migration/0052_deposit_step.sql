-- What happened to deposits and what the client got a paper of, as it stood then: a paper that is printed
-- again says the same, whatever became of the deposit since.
CREATE TABLE deposit_step (
    -- Of a payment and of a withdrawal the entry of the ledger, of a moved day its extension.
    step_id UUID PRIMARY KEY, deposit_id UUID NOT NULL REFERENCES deposit,
    step TEXT NOT NULL
        CHECK (step IN ('OPENED', 'PAID', 'EXTENDED', 'REPRICED', 'SETTLED', 'CANCELLED')),
    paper_no TEXT NOT NULL,
    -- What came in, went back (below zero), went to an order (below zero), or by how much the price changed.
    amount BIGINT NOT NULL,
    -- What was held and still to be paid after it, and the last day from then on.
    held BIGINT NOT NULL, balance BIGINT NOT NULL, expires_on TEXT NOT NULL,
    -- The order with which pieces were handed over.
    order_id UUID REFERENCES sales_order,
    -- The pieces it was about with their prices; none of steps from before there were any.
    lines TEXT,
    terminal_no TEXT NOT NULL, staff_id TEXT NOT NULL REFERENCES salesperson, made_at BIGINT NOT NULL,
    -- Where the journal states it; none of steps from before.
    journal_chain TEXT, journal_seq BIGINT
);
CREATE INDEX deposit_step_by_deposit ON deposit_step (deposit_id, made_at, step_id);
CREATE INDEX deposit_step_by_step ON deposit_step (step, step_id);
-- The prints of their papers.
CREATE TABLE deposit_print (
    print_id UUID PRIMARY KEY, step_id UUID NOT NULL REFERENCES deposit_step,
    print_no BIGINT NOT NULL, target TEXT NOT NULL,
    printed_by TEXT NOT NULL, printed_at BIGINT NOT NULL,
    UNIQUE (step_id, print_no)
);
-- Payments and withdrawals that have a receipt, and days that were moved.
INSERT INTO deposit_step (step_id, deposit_id, step, paper_no, amount, held, balance, expires_on,
    terminal_no, staff_id, made_at)
    SELECT l.entry_id, l.deposit_id, CASE WHEN l.position = 1 THEN 'OPENED' ELSE 'PAID' END,
        l.receipt_no, l.amount, l.held, l.balance, d.expires_on, l.terminal_no, l.staff_id, l.booked_at
    FROM deposit_ledger l JOIN deposit d ON d.deposit_id = l.deposit_id WHERE l.entry_type = 'PAY';
INSERT INTO deposit_step (step_id, deposit_id, step, paper_no, amount, held, balance, expires_on,
    terminal_no, staff_id, made_at)
    SELECT l.entry_id, l.deposit_id, 'CANCELLED', l.receipt_no, -c.given_back, l.held, l.balance,
        d.expires_on, l.terminal_no, l.staff_id, l.booked_at
    FROM deposit_ledger l JOIN deposit d ON d.deposit_id = l.deposit_id
    JOIN deposit_cancellation c ON c.basket_id = l.basket_id
    WHERE l.position = (SELECT MAX(o.position) FROM deposit_ledger o WHERE o.deposit_id = l.deposit_id
        AND o.basket_id = l.basket_id AND o.entry_type IN ('GIVE_BACK', 'KEEP'));
INSERT INTO deposit_step (step_id, deposit_id, step, paper_no, amount, held, balance, expires_on,
    terminal_no, staff_id, made_at)
    SELECT e.extension_id, e.deposit_id, 'EXTENDED', d.document_no, 0, l.held, l.balance, e.to_date,
        l.terminal_no, e.extended_by, e.extended_at
    FROM deposit_extension e JOIN deposit d ON d.deposit_id = e.deposit_id
    JOIN deposit_ledger l ON l.deposit_id = e.deposit_id
    WHERE l.position = (SELECT MAX(o.position) FROM deposit_ledger o WHERE o.deposit_id = e.deposit_id
        AND o.booked_at <= e.extended_at);
