-- Who sells together, what kind of basket it is, and pieces that are sold though the books have none.

-- What is done with it: a sale, goods that the web shop sold and that are handed over, or a gift from
-- a customer's record. Each allows other things.
ALTER TABLE basket ADD COLUMN kind TEXT NOT NULL DEFAULT 'SALE'
    CHECK (kind IN ('SALE', 'PICKUP', 'CRM_GIFT'));
-- How many of its pieces staff agreed to sell though stock has none: quantity = reserved + these.
ALTER TABLE basket_line ADD COLUMN below_stock BIGINT NOT NULL DEFAULT 0 CHECK (below_stock >= 0);
CREATE INDEX basket_salesperson_by_basket ON basket_salesperson (basket_id);

ALTER TABLE sales_order_line ADD COLUMN below_stock BIGINT NOT NULL DEFAULT 0;
-- An order that one person sold has no rows here. Rows without a line are of the order; their amounts
-- are of the lines that have no rows of their own, so that all rows together are what was paid.
ALTER TABLE sales_order_salesperson ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE sales_order_salesperson ADD COLUMN amount BIGINT NOT NULL DEFAULT 0;
CREATE INDEX sales_order_salesperson_by_staff ON sales_order_salesperson (staff_id);

-- Who sold last at a till: the next basket is theirs until somebody else is chosen. A basket may go on
-- at another till, so that it cannot say.
CREATE TABLE terminal_salesperson (
    terminal_no TEXT PRIMARY KEY REFERENCES terminal,
    staff_id TEXT NOT NULL REFERENCES salesperson, seen_at BIGINT NOT NULL
);
