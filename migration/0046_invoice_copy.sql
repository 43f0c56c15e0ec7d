-- Invoices are printed again, too: what somebody should look at is found among them as well.
DROP INDEX journal_entry_exception;
CREATE INDEX journal_entry_exception ON journal_entry (chain_id, business_date, at_utc)
    WHERE kind IN ('event', 'copy', 'invoice');
