-- Closings compare what the journal sums up with the orders of the same stretch of a chain.
CREATE INDEX sales_order_by_journal ON sales_order (journal_chain, journal_seq);
