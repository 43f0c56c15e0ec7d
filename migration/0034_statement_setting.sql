-- On which terms a store closes its days, and who stood for what was posted above the maximum.

-- What lies in each drawer in the morning, and the most that a statement may differ by when it is posted
-- without somebody who stands for more, in minor units of the store's currency. Whether nobody sells
-- while an earlier business date is not posted. A store without terms has the usual ones of its currency.
CREATE TABLE statement_setting (
    store_no TEXT PRIMARY KEY REFERENCES store, check_statement_posting BOOLEAN NOT NULL,
    opening_float BIGINT NOT NULL CHECK (opening_float >= 0),
    maximum_posting_difference BIGINT NOT NULL CHECK (maximum_posting_difference >= 0),
    version BIGINT NOT NULL DEFAULT 1
);
INSERT INTO statement_setting (store_no, check_statement_posting, opening_float,
    maximum_posting_difference)
    SELECT store_no, 1 = 0, opening_float, maximum_posting_difference FROM store
    WHERE opening_float <> 20000 OR maximum_posting_difference <> 500;
ALTER TABLE store DROP COLUMN opening_float;
ALTER TABLE store DROP COLUMN maximum_posting_difference;

ALTER TABLE statement_posting ADD COLUMN approved_by TEXT;
-- An approval may be for a statement.
ALTER TABLE approval ADD COLUMN statement_no TEXT REFERENCES statement;

-- Card terminals close their periods with a statement. An attempt is in one period of its terminal.
CREATE TABLE terminal_period (
    period_id UUID PRIMARY KEY, store_no TEXT NOT NULL REFERENCES store,
    terminal_no TEXT NOT NULL REFERENCES terminal, device_sn TEXT NOT NULL,
    statement_no TEXT NOT NULL REFERENCES statement, service_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ASKED', 'CLOSED', 'NOT_REACHED', 'UNKNOWN')),
    -- The terminal's own name of it.
    period TEXT,
    asked_by TEXT NOT NULL, asked_at BIGINT NOT NULL, answered_at BIGINT
);
CREATE INDEX terminal_period_by_statement ON terminal_period (statement_no, terminal_no);
-- What the terminal told, what our attempts say, and what is booked, in minor units.
CREATE TABLE terminal_period_tender (
    period_id UUID NOT NULL REFERENCES terminal_period, tender_code TEXT NOT NULL,
    currency_code TEXT NOT NULL, told_amount BIGINT NOT NULL, told_quantity BIGINT NOT NULL,
    attempt_amount BIGINT NOT NULL, attempt_quantity BIGINT NOT NULL, booked_amount BIGINT NOT NULL,
    PRIMARY KEY (period_id, tender_code, currency_code)
);
CREATE TABLE terminal_period_attempt (
    attempt_id UUID PRIMARY KEY REFERENCES payment_attempt,
    period_id UUID NOT NULL REFERENCES terminal_period
);
