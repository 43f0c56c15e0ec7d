-- Slips of drawers: each print is written down. The first of a paper is the original, each further one a
-- copy.
CREATE TABLE drawer_print (
    print_id UUID PRIMARY KEY, entry_id UUID NOT NULL REFERENCES drawer_entry,
    paper TEXT NOT NULL CHECK (paper IN ('slip', 'bag')),
    print_no BIGINT NOT NULL CHECK (print_no > 0),
    target TEXT NOT NULL CHECK (target IN ('browser', 'printer')),
    printed_by TEXT NOT NULL, printed_at BIGINT NOT NULL,
    UNIQUE (entry_id, paper, print_no)
);
