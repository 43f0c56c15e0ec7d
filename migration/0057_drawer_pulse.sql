-- That a payment opens the drawer of its till: noted with its completion, sent once behind it. What was never sent
-- stays without a time: the process died in between, and the drawer opens with its key.
CREATE TABLE drawer_pulse (
    pulse_id UUID PRIMARY KEY, basket_id UUID NOT NULL REFERENCES basket,
    store_no TEXT NOT NULL REFERENCES store, terminal_no TEXT NOT NULL REFERENCES terminal,
    noted_at BIGINT NOT NULL, sent_at BIGINT,
    outcome TEXT CHECK (outcome IN ('OPENED', 'NOT_REACHED', 'UNCERTAIN')),
    CHECK (outcome IS NULL OR sent_at IS NOT NULL)
);
CREATE INDEX drawer_pulse_by_basket ON drawer_pulse (basket_id);
