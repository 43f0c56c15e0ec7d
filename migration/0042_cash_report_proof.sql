-- Reports of cash and their filings by their place in the journal: the proof looks for events that have none.
CREATE INDEX cash_report_by_entry ON cash_report (journal_chain, journal_seq);
CREATE INDEX cash_report_filing_by_entry ON cash_report_filing (journal_chain, journal_seq);
