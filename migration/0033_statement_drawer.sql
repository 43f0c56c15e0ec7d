-- Drawers in statements: each entry is in one statement at most, and what a statement left in a drawer
-- is what the next one begins with.

CREATE TABLE statement_drawer_entry (
    entry_id UUID PRIMARY KEY REFERENCES drawer_entry,
    statement_no TEXT NOT NULL REFERENCES statement
);
CREATE INDEX statement_drawer_entry_by_statement ON statement_drawer_entry (statement_no);
-- In minor units of the currency.
CREATE TABLE statement_float (
    statement_no TEXT NOT NULL REFERENCES statement, terminal_no TEXT NOT NULL REFERENCES terminal,
    currency_code TEXT NOT NULL, amount BIGINT NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (statement_no, terminal_no, currency_code)
);
-- What was posted so far was read by date.
INSERT INTO statement_drawer_entry (entry_id, statement_no)
    SELECT x.entry_id, x.statement_no FROM
    (SELECT e.entry_id, (SELECT s.statement_no FROM statement s WHERE s.store_no = e.store_no
        AND s.state = 'POSTED' AND s.transaction_date >= e.business_date
        ORDER BY s.transaction_date, s.statement_no LIMIT 1) AS statement_no FROM drawer_entry e) x
    WHERE x.statement_no IS NOT NULL;
