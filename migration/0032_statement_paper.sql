-- Papers of statements: each print of a Z is written down, and what an X and a Z count is found by store.

-- The prints of a Z: the first is the original, each further one a copy.
CREATE TABLE statement_print (
    print_id UUID PRIMARY KEY, statement_no TEXT NOT NULL REFERENCES statement_z,
    print_no BIGINT NOT NULL CHECK (print_no > 0), target TEXT NOT NULL
        CHECK (target IN ('browser', 'printer')),
    printed_by TEXT NOT NULL, printed_at BIGINT NOT NULL,
    UNIQUE (statement_no, print_no)
);
-- Who logged in at a store.
CREATE INDEX session_by_store ON session (store_no, created_at);
