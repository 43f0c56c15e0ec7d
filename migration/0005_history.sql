-- The order history: any page of it comes from one index, in the order of the list.
--
-- The business date stands in the indexes too, so that an order of another day is passed over
-- without being looked up.
DROP INDEX sales_order_by_time;
CREATE INDEX sales_order_by_time ON sales_order (store_no, completed_at, order_id, business_date);
DROP INDEX sales_order_by_salesperson;
CREATE INDEX sales_order_by_salesperson
    ON sales_order (store_no, salesperson_id, completed_at, order_id, business_date);
-- What a period sums up, from the index alone.
DROP INDEX sales_order_by_date;
CREATE INDEX sales_order_by_date ON sales_order (store_no, business_date, currency_code, total);

-- A tender says when and by whom its order was sold, so that the orders that a tender paid have an
-- order of their own. The table is made anew: documents refuse to be changed.
CREATE TABLE sales_order_tender_dated (
    tender_id UUID PRIMARY KEY, order_id UUID NOT NULL REFERENCES sales_order,
    store_no TEXT NOT NULL, position BIGINT NOT NULL, tender_code TEXT NOT NULL,
    name TEXT NOT NULL, amount BIGINT NOT NULL, tendered BIGINT NOT NULL,
    change_given BIGINT NOT NULL, attempt_id UUID UNIQUE, brand TEXT, last_four TEXT,
    approval_code TEXT, card_receipt TEXT,
    salesperson_id TEXT NOT NULL, business_date TEXT NOT NULL, completed_at BIGINT NOT NULL
);
INSERT INTO sales_order_tender_dated (tender_id, order_id, store_no, position, tender_code, name,
    amount, tendered, change_given, attempt_id, brand, last_four, approval_code, card_receipt,
    salesperson_id, business_date, completed_at)
SELECT t.tender_id, t.order_id, t.store_no, t.position, t.tender_code, t.name, t.amount, t.tendered,
    t.change_given, t.attempt_id, t.brand, t.last_four, t.approval_code, t.card_receipt,
    o.salesperson_id, o.business_date, o.completed_at
FROM sales_order_tender t JOIN sales_order o ON o.order_id = t.order_id;
DROP TABLE sales_order_tender;
ALTER TABLE sales_order_tender_dated RENAME TO sales_order_tender;
CREATE INDEX sales_order_tender_by_order ON sales_order_tender (order_id, position);
CREATE INDEX sales_order_tender_by_code
    ON sales_order_tender (store_no, tender_code, completed_at, order_id, business_date);
CREATE INDEX sales_order_tender_by_salesperson ON sales_order_tender
    (store_no, tender_code, salesperson_id, completed_at, order_id, business_date);
