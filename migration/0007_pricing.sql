-- The whole sale: prices by weight and typed prices, packages, gifts, discounts of staff and who
-- approved them, and what each took from the lines of an order.

-- Catalogue ----------------------------------------------------------------------------------
-- What is sold by weight names the metal whose board prices it, and the item whose rows price the
-- labour per gram. Fineness in thousandths, of the metal item that of its board.
ALTER TABLE item ADD COLUMN metal_item_no TEXT;
ALTER TABLE item ADD COLUMN labour_item_no TEXT;
ALTER TABLE item ADD COLUMN fineness BIGINT CHECK (fineness BETWEEN 1 AND 1000);
-- Between what an item that asks for its price may cost, in minor units.
ALTER TABLE item ADD COLUMN keyed_min BIGINT;
ALTER TABLE item ADD COLUMN keyed_max BIGINT;
-- Counts the changes that people make, so that the second of two is told.
ALTER TABLE item ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
-- Pieces of the class have a certificate; pieces of the class have a number and a weight of their own.
ALTER TABLE item_class ADD COLUMN carries_certificate BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE item_class ADD COLUMN carries_stock_no BOOLEAN NOT NULL DEFAULT FALSE;
-- The board: what a gram of a metal costs from a moment on, in hundredths of a minor unit. Rows are
-- only added, so that what a piece was priced by stays known. (sales_price rows of unit G, labour per
-- gram, are in hundredths of a minor unit as well.)
CREATE TABLE metal_price (
    item_no TEXT NOT NULL REFERENCES item, sales_code TEXT NOT NULL REFERENCES price_group,
    starts_at BIGINT NOT NULL, unit_price BIGINT NOT NULL CHECK (unit_price > 0),
    price_includes_vat BOOLEAN NOT NULL, deductible_vat BIGINT, vat BIGINT,
    set_by TEXT NOT NULL, set_at BIGINT NOT NULL,
    PRIMARY KEY (item_no, sales_code, starts_at)
);
CREATE TABLE customer_price_group (
    customer_id UUID NOT NULL REFERENCES customer,
    price_group_code TEXT NOT NULL REFERENCES price_group,
    PRIMARY KEY (customer_id, price_group_code)
);
ALTER TABLE customer ADD COLUMN member_since TEXT;

-- Packages (specification: mix-and-match discount) ------------------------------------------------
CREATE TABLE discount_package (
    discount_id TEXT PRIMARY KEY, description TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('DRAFT', 'ENABLED', 'DISABLED', 'EXPIRED', 'ARCHIVED')),
    priority BIGINT NOT NULL, starting_date TEXT, ending_date TEXT,
    -- Seven letters, Monday first: X counts, - does not. Hours as HH:MM, both or none.
    weekdays TEXT NOT NULL, from_time TEXT, to_time TEXT,
    price_group_code TEXT REFERENCES price_group, currency_code TEXT NOT NULL,
    member_only BOOLEAN NOT NULL, amount_to_trigger BIGINT NOT NULL, max_times BIGINT NOT NULL,
    block_manual_discount BOOLEAN NOT NULL, block_basket_discount BOOLEAN NOT NULL,
    coupon_code TEXT,
    -- Percentages in ten-thousandths, amounts in minor units, the least expensive as a number.
    group_disc_type TEXT NOT NULL, group_disc_type_value BIGINT NOT NULL,
    least_expensive_percent BIGINT NOT NULL,
    version BIGINT NOT NULL, changed_by TEXT NOT NULL, changed_at BIGINT NOT NULL
);
CREATE INDEX discount_package_by_state ON discount_package (state, discount_id);
CREATE TABLE discount_package_group (
    discount_id TEXT NOT NULL REFERENCES discount_package, group_code TEXT NOT NULL,
    group_type TEXT NOT NULL CHECK (group_type IN ('QTY', 'RANGE', 'AMOUNT')),
    value1 BIGINT NOT NULL, value2 BIGINT NOT NULL,
    PRIMARY KEY (discount_id, group_code)
);
CREATE TABLE discount_package_item (
    discount_id TEXT NOT NULL REFERENCES discount_package, lineno BIGINT NOT NULL,
    item_no TEXT NOT NULL, line_group TEXT NOT NULL, quantity_of_item_need BIGINT NOT NULL,
    disc_type TEXT CHECK (disc_type IN ('DEAL_PRICE', 'DISC_PERCENT')),
    deal_price_or_disc_percent BIGINT, takes_customised BOOLEAN NOT NULL,
    PRIMARY KEY (discount_id, lineno)
);

-- Gifts --------------------------------------------------------------------------------------
CREATE TABLE gift_campaign (
    campaign_id TEXT PRIMARY KEY, name TEXT NOT NULL, enabled BOOLEAN NOT NULL,
    starting_date TEXT, ending_date TEXT, currency_code TEXT NOT NULL,
    qualifying_amount BIGINT NOT NULL, per_customer_limit BIGINT, member_only BOOLEAN NOT NULL,
    stackable BOOLEAN NOT NULL, version BIGINT NOT NULL,
    changed_by TEXT NOT NULL, changed_at BIGINT NOT NULL
);
CREATE TABLE gift_campaign_store (
    campaign_id TEXT NOT NULL REFERENCES gift_campaign, store_no TEXT NOT NULL REFERENCES store,
    PRIMARY KEY (campaign_id, store_no)
);
CREATE TABLE gift_campaign_class (
    campaign_id TEXT NOT NULL REFERENCES gift_campaign,
    item_class_code TEXT NOT NULL REFERENCES item_class,
    PRIMARY KEY (campaign_id, item_class_code)
);
CREATE TABLE gift_campaign_item (
    campaign_id TEXT NOT NULL REFERENCES gift_campaign, position BIGINT NOT NULL,
    item_no TEXT NOT NULL REFERENCES item,
    PRIMARY KEY (campaign_id, position)
);
CREATE TABLE crm_gift (
    crm_gift_id UUID PRIMARY KEY, customer_id UUID NOT NULL REFERENCES customer,
    kind TEXT NOT NULL CHECK (kind IN ('BIRTHDAY', 'WELCOME', 'TIER')), tier TEXT NOT NULL,
    item_no TEXT NOT NULL REFERENCES item, granted_on TEXT NOT NULL, valid_until TEXT,
    state TEXT NOT NULL CHECK (state IN ('GRANTED', 'ISSUED', 'EXPIRED', 'USED'))
);
CREATE INDEX crm_gift_by_customer ON crm_gift (customer_id, granted_on);

-- Who may give what ----------------------------------------------------------------------------
-- Percentages in ten-thousandths.
ALTER TABLE permission_group ADD COLUMN line_discount_limit BIGINT NOT NULL DEFAULT 0;
ALTER TABLE permission_group ADD COLUMN basket_discount_limit BIGINT NOT NULL DEFAULT 0;
ALTER TABLE permission_group ADD COLUMN total_discount_limit BIGINT NOT NULL DEFAULT 0;
UPDATE permission_group SET line_discount_limit = 50000, basket_discount_limit = 0,
    total_discount_limit = 50000 WHERE permission_group_code = 'SALES';
UPDATE permission_group SET line_discount_limit = 100000, basket_discount_limit = 50000,
    total_discount_limit = 120000 WHERE permission_group_code = 'SENIOR';
UPDATE permission_group SET line_discount_limit = 300000, basket_discount_limit = 200000,
    total_discount_limit = 350000 WHERE permission_group_code = 'MANAGER';
UPDATE permission_group SET line_discount_limit = 1000000, basket_discount_limit = 1000000,
    total_discount_limit = 1000000 WHERE permission_group_code = 'ADMIN';
CREATE TABLE discount_reason (
    reason_code TEXT PRIMARY KEY, position BIGINT NOT NULL, name TEXT NOT NULL,
    enabled BOOLEAN NOT NULL
);
INSERT INTO discount_reason (reason_code, position, name, enabled) VALUES
    ('LOYAL', 1, 'Loyal customer', TRUE), ('DAMAGED', 2, 'Shop-worn or damaged', TRUE),
    ('SERVICE', 3, 'Service recovery', TRUE), ('STAFF', 4, 'Staff purchase', TRUE),
    ('PRICE-MATCH', 5, 'Price match', TRUE);
-- An approval is asked for, signed once, and used once, for one action on one basket.
CREATE TABLE approval (
    approval_id UUID PRIMARY KEY, store_no TEXT NOT NULL, terminal_no TEXT NOT NULL,
    basket_id UUID NOT NULL REFERENCES basket, basket_version BIGINT NOT NULL,
    permission_code TEXT NOT NULL, action TEXT NOT NULL, demand TEXT NOT NULL,
    state TEXT NOT NULL
        CHECK (state IN ('REQUESTED', 'GRANTED', 'USED', 'LOCKED', 'EXPIRED')),
    requested_by TEXT NOT NULL, requested_at BIGINT NOT NULL,
    approved_by TEXT, approved_at BIGINT, ended_at BIGINT
);
CREATE INDEX approval_by_basket ON approval (basket_id, requested_at);
-- Wrong passwords of approvers, whether the name exists or not.
CREATE TABLE approver_try (
    user_name TEXT PRIMARY KEY, wrong_tries BIGINT NOT NULL, locked_until BIGINT
);

-- Baskets ------------------------------------------------------------------------------------
-- A basket that somebody parked waits like one that was left behind, but any till of the shop may
-- take it up, and more than one waits.
ALTER TABLE basket ADD COLUMN parked_by TEXT REFERENCES salesperson;
ALTER TABLE basket ADD COLUMN parked_at BIGINT;
DROP INDEX basket_left_behind;
CREATE UNIQUE INDEX basket_left_behind ON basket (terminal_no)
    WHERE state = 'TEMPORARY' AND parked_at IS NULL;
CREATE INDEX basket_parked ON basket (store_no, parked_at)
    WHERE state = 'TEMPORARY' AND parked_at IS NOT NULL;
ALTER TABLE basket ADD COLUMN flight_no TEXT;
-- The business date of the prices that staff saw last.
ALTER TABLE basket ADD COLUMN priced_on TEXT;
-- What it comes to, line by line, fixed when payment starts, as JSON.
ALTER TABLE basket ADD COLUMN fixed TEXT;
-- A change took the chosen gift away; staff have not been told yet.
ALTER TABLE basket ADD COLUMN gift_removed BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE basket_line DROP COLUMN unit_price;
ALTER TABLE basket_line DROP COLUMN net;
ALTER TABLE basket_line DROP COLUMN vat_rate;
-- Typed because the item asks for it, or in place of its price, in minor units.
ALTER TABLE basket_line ADD COLUMN keyed_price BIGINT;
ALTER TABLE basket_line ADD COLUMN override_price BIGINT;
ALTER TABLE basket_line ADD COLUMN override_reason TEXT;
ALTER TABLE basket_line ADD COLUMN override_by TEXT;
ALTER TABLE basket_line ADD COLUMN override_approved_by TEXT;
-- The piece on the scale, in milligrams, and the price that holds for it against the board.
ALTER TABLE basket_line ADD COLUMN weight BIGINT;
ALTER TABLE basket_line ADD COLUMN weight_approved_by TEXT;
ALTER TABLE basket_line ADD COLUMN locked_price BIGINT;
ALTER TABLE basket_line ADD COLUMN locked_on TEXT;
ALTER TABLE basket_line ADD COLUMN locked_at BIGINT;
-- What is repaired and for whom; which piece it is.
ALTER TABLE basket_line ADD COLUMN reference TEXT NOT NULL DEFAULT '';
ALTER TABLE basket_line ADD COLUMN stock_no TEXT NOT NULL DEFAULT '';
-- The campaign whose gift it is.
ALTER TABLE basket_line ADD COLUMN campaign_id TEXT REFERENCES gift_campaign;
-- The order for which the gift was chosen, as JSON: any other takes it away.
ALTER TABLE basket_line ADD COLUMN gift_for TEXT;
-- No two baskets hold one certificate.
CREATE TABLE basket_certificate (
    certificate_no TEXT PRIMARY KEY, basket_id UUID NOT NULL REFERENCES basket,
    line_id UUID NOT NULL REFERENCES basket_line, position BIGINT NOT NULL
);
CREATE INDEX basket_certificate_by_basket ON basket_certificate (basket_id);
-- What staff gave, on a line or, without one, on the basket.
CREATE TABLE manual_discount (
    discount_key UUID PRIMARY KEY, basket_id UUID NOT NULL REFERENCES basket,
    line_id UUID REFERENCES basket_line,
    kind TEXT NOT NULL CHECK (kind IN ('PERCENT', 'AMOUNT', 'TARGET')), value BIGINT NOT NULL,
    basis BIGINT NOT NULL, reason_code TEXT NOT NULL REFERENCES discount_reason,
    given_by TEXT NOT NULL, approved_by TEXT
);
CREATE UNIQUE INDEX manual_discount_on_line ON manual_discount (line_id)
    WHERE line_id IS NOT NULL;
CREATE UNIQUE INDEX manual_discount_on_basket ON manual_discount (basket_id)
    WHERE line_id IS NULL;
CREATE INDEX manual_discount_by_basket ON manual_discount (basket_id);
-- Who else sells, and which part, in ten-thousandths that make a hundred per cent together; of the
-- whole basket, or of a line.
CREATE TABLE basket_salesperson (
    basket_id UUID NOT NULL REFERENCES basket, line_id UUID REFERENCES basket_line,
    staff_id TEXT NOT NULL REFERENCES salesperson, position BIGINT NOT NULL,
    share BIGINT NOT NULL CHECK (share > 0)
);
CREATE UNIQUE INDEX basket_salesperson_of_line ON basket_salesperson (line_id, staff_id)
    WHERE line_id IS NOT NULL;
CREATE UNIQUE INDEX basket_salesperson_of_basket ON basket_salesperson (basket_id, staff_id)
    WHERE line_id IS NULL;

-- Orders -------------------------------------------------------------------------------------
-- net = unit_price * quantity - discount.
ALTER TABLE sales_order ADD COLUMN discount BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sales_order ADD COLUMN flight_no TEXT;
-- Lines that were one in the basket share its id.
ALTER TABLE sales_order_line ADD COLUMN basket_line_id UUID;
ALTER TABLE sales_order_line ADD COLUMN discount BIGINT NOT NULL DEFAULT 0;
-- LISTED, KEYED, OVERRIDDEN, WEIGHT, GIFT; what the price list said where another price was typed.
ALTER TABLE sales_order_line ADD COLUMN price_source TEXT NOT NULL DEFAULT 'LISTED';
ALTER TABLE sales_order_line ADD COLUMN listed_price BIGINT;
ALTER TABLE sales_order_line ADD COLUMN override_reason TEXT;
ALTER TABLE sales_order_line ADD COLUMN override_by TEXT;
ALTER TABLE sales_order_line ADD COLUMN override_approved_by TEXT;
ALTER TABLE sales_order_line ADD COLUMN weight BIGINT;
ALTER TABLE sales_order_line ADD COLUMN reference TEXT NOT NULL DEFAULT '';
ALTER TABLE sales_order_line ADD COLUMN stock_no TEXT NOT NULL DEFAULT '';
ALTER TABLE sales_order_line ADD COLUMN campaign_id TEXT;
CREATE TABLE sales_order_discount (
    line_id UUID NOT NULL REFERENCES sales_order_line, position BIGINT NOT NULL,
    order_id UUID NOT NULL REFERENCES sales_order,
    source TEXT NOT NULL CHECK (source IN ('PACKAGE', 'LINE', 'BASKET')),
    amount BIGINT NOT NULL CHECK (amount > 0),
    -- The package and the number of its application in the order.
    discount_id TEXT, application_no BIGINT, description TEXT NOT NULL,
    reason_code TEXT, given_by TEXT, approved_by TEXT,
    PRIMARY KEY (line_id, position)
);
CREATE INDEX sales_order_discount_by_order ON sales_order_discount (order_id);
CREATE TABLE sales_order_salesperson (
    order_id UUID NOT NULL REFERENCES sales_order, line_id UUID REFERENCES sales_order_line,
    staff_id TEXT NOT NULL, position BIGINT NOT NULL, share BIGINT NOT NULL CHECK (share > 0)
);
CREATE INDEX sales_order_salesperson_by_order ON sales_order_salesperson (order_id);
CREATE TABLE sales_order_certificate (
    certificate_no TEXT NOT NULL, line_id UUID NOT NULL REFERENCES sales_order_line,
    position BIGINT NOT NULL, PRIMARY KEY (certificate_no, line_id)
);
CREATE INDEX sales_order_certificate_by_line ON sales_order_certificate (line_id);
