-- What the acquirer says that it took and gave back, as reported (reliability b.7 rule 11). Nothing
-- here is changed afterwards; what differs from the books is worked out when it is looked at.
CREATE TABLE acquirer_report (
    report_id UUID PRIMARY KEY, store_no TEXT NOT NULL REFERENCES store,
    from_at BIGINT NOT NULL, until_at BIGINT NOT NULL CHECK (until_at > from_at),
    imported_by TEXT NOT NULL, imported_at BIGINT NOT NULL
);
CREATE INDEX acquirer_report_by_store ON acquirer_report (store_no, from_at);
CREATE TABLE acquirer_entry (
    store_no TEXT NOT NULL, reference TEXT NOT NULL,
    report_id UUID NOT NULL REFERENCES acquirer_report,
    kind TEXT NOT NULL CHECK (kind IN ('CAPTURE', 'REVERSAL')),
    -- Of a REVERSAL: the reference of what it gives back.
    original TEXT CHECK ((kind = 'REVERSAL') = (original IS NOT NULL)),
    attempt_id UUID REFERENCES payment_attempt,
    amount BIGINT NOT NULL CHECK (amount > 0), currency_code TEXT NOT NULL,
    occurred_at BIGINT NOT NULL,
    PRIMARY KEY (store_no, reference)
);
CREATE INDEX acquirer_entry_by_attempt ON acquirer_entry (attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX acquirer_entry_of_nobody ON acquirer_entry (store_no, occurred_at)
    WHERE attempt_id IS NULL;
CREATE INDEX acquirer_entry_by_report ON acquirer_entry (report_id);
CREATE INDEX payment_attempt_by_store ON payment_attempt (store_no, created_at);
CREATE INDEX payment_attempt_by_reference ON payment_attempt (store_no, poi_transaction_id)
    WHERE poi_transaction_id IS NOT NULL;
