-- What happened to the value of a voucher: only added to. Its sum is what the voucher can still pay.
CREATE TABLE voucher_ledger (
    voucher_no TEXT NOT NULL REFERENCES voucher, entry_no BIGINT NOT NULL,
    -- ISSUE: the till gave it as change. ENTER: the office wrote it down. OPENING: what it was worth when the
    -- ledger began. TAKE_BACK: the booking whose change it was is removed, and the voucher with it.
    entry_type TEXT NOT NULL CHECK (entry_type IN
        ('OPENING', 'ENTER', 'ISSUE', 'REDEEM', 'PUT_BACK', 'TAKE_BACK')),
    amount BIGINT NOT NULL,
    -- The booking that it is change of, or that it paid.
    tender_id UUID,
    -- Where and by whom; nobody says it of what the office entered, whose settings tell of it.
    store_no TEXT REFERENCES store, terminal_no TEXT REFERENCES terminal, staff_id TEXT, booked_at BIGINT,
    PRIMARY KEY (voucher_no, entry_no)
);
INSERT INTO voucher_ledger (voucher_no, entry_no, entry_type, amount)
SELECT voucher_no, 1, 'OPENING', CASE WHEN redeemed_by IS NULL THEN amount ELSE 0 END FROM voucher;
