-- Since when nobody waits for the answer of a card terminal that was asked for its totals: the process died.
ALTER TABLE terminal_period ADD COLUMN cut_off_at BIGINT;
CREATE INDEX terminal_period_waiting ON terminal_period (asked_at) WHERE state = 'ASKED';
