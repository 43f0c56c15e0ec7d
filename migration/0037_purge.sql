-- Archived payloads that are gone.

-- The parts of chains of which a purge took the payloads, each with the event of the journal that tells
-- of it. The guard of the journal lets a payload go where a row stands here; `vitrine verify` believes a
-- row only when the event says the same.
CREATE TABLE journal_purge (
    chain_id TEXT NOT NULL, first_seq BIGINT NOT NULL, last_seq BIGINT NOT NULL,
    -- The last business date of which payloads go: the chain may hold later ones in between.
    to_date TEXT NOT NULL,
    -- What the signature of the archive covers that holds them.
    archive_hash TEXT NOT NULL,
    told_chain TEXT NOT NULL, told_seq BIGINT NOT NULL,
    PRIMARY KEY (chain_id, archive_hash)
);
