-- Who changed what is set up: packages, campaigns, and what else head office maintains.

-- What a change found and what it left, as JSON; none for what is new, or was taken away. The journal
-- names the change by its id and holds the hashes of both texts.
CREATE TABLE setting_change (
    change_id UUID PRIMARY KEY, setting TEXT NOT NULL, setting_key TEXT NOT NULL,
    version BIGINT NOT NULL, before TEXT, after TEXT,
    staff_id TEXT NOT NULL, store_no TEXT NOT NULL, terminal_no TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX setting_change_by_key ON setting_change (setting, setting_key, changed_at);
