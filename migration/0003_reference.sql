-- Reference data: what commands keep in memory, and the version under which they keep it. The
-- version is a fresh number after each change, never one that was there before, so that nothing
-- kept from a change that was rolled back is taken for the truth.
CREATE TABLE reference_version (version BIGINT NOT NULL);
INSERT INTO reference_version (version) VALUES (0);
