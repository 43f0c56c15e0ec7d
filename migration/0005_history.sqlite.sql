CREATE TRIGGER sales_order_tender_refuses_update BEFORE UPDATE ON sales_order_tender
BEGIN SELECT RAISE(ABORT, 'sales_order_tender is append-only'); END;
CREATE TRIGGER sales_order_tender_refuses_delete BEFORE DELETE ON sales_order_tender
BEGIN SELECT RAISE(ABORT, 'sales_order_tender is append-only'); END;

-- Every beginning of every word of an order, under its store (feature/order/src/rule/search.rs).
-- A row is a second: the orders that were completed in it, so that rows come in the order of the
-- list. What a row holds cannot be read again; the orders themselves are looked at once more.
CREATE VIRTUAL TABLE order_search USING fts5(
    words, content = '', detail = none, columnsize = 0, tokenize = "ascii tokenchars '-_|='"
);
-- The last row of sales_order whose words are in the index. The table is only ever added to, so
-- that its rows are numbered in the order of their coming.
CREATE TABLE order_search_position (indexed_to BIGINT NOT NULL);
INSERT INTO order_search_position (indexed_to) VALUES (0);
