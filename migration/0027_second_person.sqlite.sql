-- An approval is for a basket or for a document of old jewellery. A column that may be empty now needs
-- the table anew.
CREATE TABLE approval_anew (
    approval_id UUID PRIMARY KEY, store_no TEXT NOT NULL, terminal_no TEXT NOT NULL,
    basket_id UUID REFERENCES basket, basket_version BIGINT NOT NULL,
    permission_code TEXT NOT NULL, action TEXT NOT NULL, demand TEXT NOT NULL,
    state TEXT NOT NULL
        CHECK (state IN ('REQUESTED', 'GRANTED', 'USED', 'LOCKED', 'EXPIRED')),
    requested_by TEXT NOT NULL, requested_at BIGINT NOT NULL,
    approved_by TEXT, approved_at BIGINT, ended_at BIGINT,
    recycling_id UUID REFERENCES recycling,
    CHECK ((basket_id IS NULL) <> (recycling_id IS NULL))
);
INSERT INTO approval_anew (approval_id, store_no, terminal_no, basket_id, basket_version,
    permission_code, action, demand, state, requested_by, requested_at, approved_by, approved_at,
    ended_at)
    SELECT approval_id, store_no, terminal_no, basket_id, basket_version, permission_code, action,
    demand, state, requested_by, requested_at, approved_by, approved_at, ended_at FROM approval;
DROP TABLE approval;
ALTER TABLE approval_anew RENAME TO approval;
CREATE INDEX approval_by_basket ON approval (basket_id, requested_at);
CREATE INDEX approval_by_recycling ON approval (recycling_id, requested_at) WHERE recycling_id IS NOT NULL;

CREATE TRIGGER basket_given_up_forgets_traveller AFTER UPDATE OF state ON basket
WHEN NEW.state = 'EMPTIED'
BEGIN DELETE FROM tax_free_prepared WHERE basket_id = NEW.basket_id; END;
