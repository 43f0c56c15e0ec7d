CREATE TRIGGER drawer_entry_refuses_update BEFORE UPDATE ON drawer_entry
BEGIN SELECT RAISE(ABORT, 'drawer_entry is append-only'); END;
CREATE TRIGGER drawer_entry_refuses_delete BEFORE DELETE ON drawer_entry
BEGIN SELECT RAISE(ABORT, 'drawer_entry is append-only'); END;
CREATE TRIGGER drawer_kick_refuses_update BEFORE UPDATE ON drawer_kick
BEGIN SELECT RAISE(ABORT, 'drawer_kick is append-only'); END;
CREATE TRIGGER drawer_kick_refuses_delete BEFORE DELETE ON drawer_kick
BEGIN SELECT RAISE(ABORT, 'drawer_kick is append-only'); END;

-- An approval is for a basket, for a document of old jewellery, or for the drawer of its till. A check
-- that becomes another needs the table anew.
CREATE TABLE approval_anew (
    approval_id UUID PRIMARY KEY, store_no TEXT NOT NULL, terminal_no TEXT NOT NULL,
    basket_id UUID REFERENCES basket, basket_version BIGINT NOT NULL,
    permission_code TEXT NOT NULL, action TEXT NOT NULL, demand TEXT NOT NULL,
    state TEXT NOT NULL
        CHECK (state IN ('REQUESTED', 'GRANTED', 'USED', 'LOCKED', 'EXPIRED')),
    requested_by TEXT NOT NULL, requested_at BIGINT NOT NULL,
    approved_by TEXT, approved_at BIGINT, ended_at BIGINT,
    recycling_id UUID REFERENCES recycling,
    CHECK (basket_id IS NULL OR recycling_id IS NULL)
);
INSERT INTO approval_anew (approval_id, store_no, terminal_no, basket_id, basket_version,
    permission_code, action, demand, state, requested_by, requested_at, approved_by, approved_at,
    ended_at, recycling_id)
    SELECT approval_id, store_no, terminal_no, basket_id, basket_version, permission_code, action,
    demand, state, requested_by, requested_at, approved_by, approved_at, ended_at, recycling_id
    FROM approval;
DROP TABLE approval;
ALTER TABLE approval_anew RENAME TO approval;
CREATE INDEX approval_by_basket ON approval (basket_id, requested_at);
CREATE INDEX approval_by_recycling ON approval (recycling_id, requested_at) WHERE recycling_id IS NOT NULL;
