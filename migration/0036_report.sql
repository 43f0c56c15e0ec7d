-- Reports.

-- What somebody should look at is found by its date among the events and copies, which are few beside
-- the sales.
CREATE INDEX journal_entry_exception ON journal_entry (chain_id, business_date, at_utc)
    WHERE kind IN ('event', 'copy');
