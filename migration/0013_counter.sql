-- At the counter: what waiting baskets came to, pieces on their way, gifts from the customer's record,
-- and words that staff are warned of.

-- What the basket came to when it was put aside, in minor units of its store.
ALTER TABLE basket ADD COLUMN waiting_total BIGINT;

-- Stock on its way -----------------------------------------------------------------------------
-- How many days a piece travels between two stores; both ways are rows. Pairs without a row are not
-- said to be any distance apart.
CREATE TABLE store_distance (
    store_no TEXT NOT NULL REFERENCES store, other_store_no TEXT NOT NULL REFERENCES store,
    travel_days BIGINT NOT NULL CHECK (travel_days >= 0),
    PRIMARY KEY (store_no, other_store_no),
    CHECK (store_no <> other_store_no)
);
-- What is on its way to a store, by the document that sent it: stock.in_transit_in is its sum. Without
-- a store that it comes from it comes from head office. The due date is the receiving store's day.
CREATE TABLE stock_in_transit (
    document_no TEXT NOT NULL, line_no BIGINT NOT NULL,
    store_no TEXT NOT NULL REFERENCES store, from_store_no TEXT REFERENCES store,
    item_no TEXT NOT NULL, size_code TEXT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity > 0), due_on TEXT NOT NULL,
    PRIMARY KEY (document_no, line_no),
    FOREIGN KEY (item_no, size_code) REFERENCES item_size
);
CREATE INDEX stock_in_transit_by_item ON stock_in_transit (item_no, store_no, due_on);

-- Gifts from the customer's record ----------------------------------------------------------------
-- The order that issued it, by whom, and how it ended.
ALTER TABLE crm_gift ADD COLUMN order_id UUID REFERENCES sales_order;
ALTER TABLE crm_gift ADD COLUMN size_code TEXT;
ALTER TABLE crm_gift ADD COLUMN issued_by TEXT;
ALTER TABLE crm_gift ADD COLUMN issued_at BIGINT;
ALTER TABLE crm_gift ADD COLUMN ended_by TEXT;
ALTER TABLE crm_gift ADD COLUMN ended_at BIGINT;
CREATE INDEX crm_gift_issued ON crm_gift (valid_until) WHERE state = 'ISSUED';

-- Words that staff are warned of before they are engraved: lists, one word on each line.
CREATE TABLE warning_list (
    list_code TEXT PRIMARY KEY, name TEXT NOT NULL, words TEXT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1
);
