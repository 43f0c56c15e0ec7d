-- Recycling of old jewellery: documents, the register of purchases from private persons, the credit
-- that it grants, and what goes to the refiner.

-- What a store takes back and on which terms; a store without a row does not recycle. The metals name
-- items of the board whose price is of fine metal without VAT. Shares are in ten-thousandths of a per
-- cent, amounts in minor units of the store.
CREATE TABLE recycling_setting (
    store_no TEXT PRIMARY KEY REFERENCES store, enabled BOOLEAN NOT NULL, no_order BOOLEAN NOT NULL,
    gold_item_no TEXT REFERENCES item, silver_item_no TEXT REFERENCES item,
    platinum_item_no TEXT REFERENCES item,
    gold_payout BIGINT NOT NULL CHECK (gold_payout BETWEEN 0 AND 1000000),
    silver_payout BIGINT NOT NULL CHECK (silver_payout BETWEEN 0 AND 1000000),
    platinum_payout BIGINT NOT NULL CHECK (platinum_payout BETWEEN 0 AND 1000000),
    campaign_share BIGINT NOT NULL CHECK (campaign_share BETWEEN 0 AND 1000000),
    campaign_maximum BIGINT NOT NULL CHECK (campaign_maximum >= 0),
    alloy_amount BIGINT NOT NULL CHECK (alloy_amount >= 0),
    code_above BIGINT NOT NULL CHECK (code_above >= 0),
    precious_metal_tax BOOLEAN NOT NULL, version BIGINT NOT NULL DEFAULT 1
);

-- What the refiner got.
CREATE TABLE recycling_shipment (
    shipment_id UUID PRIMARY KEY, store_no TEXT NOT NULL REFERENCES store, shipment_no TEXT NOT NULL UNIQUE,
    refiner TEXT NOT NULL, tracking_no TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('SHIPPED', 'CLOSED')),
    shipped_by TEXT NOT NULL, shipped_at BIGINT NOT NULL, settled_by TEXT, settled_at BIGINT
);
CREATE INDEX recycling_shipment_by_store ON recycling_shipment (store_no, shipped_at, shipment_id);

CREATE TABLE recycling (
    recycling_id UUID PRIMARY KEY, store_no TEXT NOT NULL REFERENCES store,
    recycling_no TEXT NOT NULL UNIQUE, terminal_no TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('WITH_ORDER', 'NO_ORDER')),
    state TEXT NOT NULL CHECK (state IN ('DRAFT', 'WEIGHED', 'AGREED', 'CREDITED', 'WITHDRAWN',
        'RELEASED', 'SHIPPED', 'CLOSED', 'CANCELLED')),
    version BIGINT NOT NULL DEFAULT 1, customer_id UUID NOT NULL REFERENCES customer,
    order_id UUID REFERENCES sales_order, currency_code TEXT NOT NULL,
    gross_amount BIGINT NOT NULL CHECK (gross_amount >= 0), tax BIGINT NOT NULL CHECK (tax >= 0),
    amount BIGINT NOT NULL CHECK (amount >= 0), pieces BIGINT NOT NULL CHECK (pieces >= 0),
    created_by TEXT NOT NULL, created_at BIGINT NOT NULL, business_date TEXT NOT NULL,
    agreed_by TEXT, agreed_at BIGINT, credited_by TEXT, credited_at BIGINT, quarantine_until BIGINT,
    ended_by TEXT, ended_at BIGINT, shipment_id UUID REFERENCES recycling_shipment,
    -- Signs the links to the public certificate.
    link_key BYTEA NOT NULL,
    CHECK (amount = gross_amount - tax)
);
CREATE INDEX recycling_by_store ON recycling (store_no, created_at, recycling_id);
CREATE INDEX recycling_by_state ON recycling (store_no, state, created_at, recycling_id);
CREATE INDEX recycling_by_customer ON recycling (customer_id, created_at);
CREATE INDEX recycling_to_release ON recycling (quarantine_until) WHERE state = 'CREDITED';
CREATE INDEX recycling_by_shipment ON recycling (shipment_id) WHERE shipment_id IS NOT NULL;

-- Weights in milligrams; the spot is what a gram of fine metal was worth, in hundredths of a minor unit.
CREATE TABLE recycling_line (
    line_id UUID PRIMARY KEY, recycling_id UUID NOT NULL REFERENCES recycling, position BIGINT NOT NULL,
    metal TEXT NOT NULL CHECK (metal IN ('GOLD', 'SILVER', 'PLATINUM', 'ALLOY')),
    fineness BIGINT NOT NULL CHECK (fineness BETWEEN 0 AND 1000),
    test_method TEXT CHECK (test_method IN ('HALLMARK', 'TOUCHSTONE', 'XRF')),
    quantity BIGINT NOT NULL CHECK (quantity > 0), description TEXT NOT NULL, marks TEXT NOT NULL,
    gross_weight BIGINT NOT NULL CHECK (gross_weight >= 0),
    stone_weight BIGINT NOT NULL CHECK (stone_weight >= 0),
    net_weight BIGINT NOT NULL CHECK (net_weight = gross_weight - stone_weight AND net_weight >= 0),
    fine_weight BIGINT NOT NULL CHECK (fine_weight >= 0),
    spot BIGINT, spot_fineness BIGINT, spot_at BIGINT, payout BIGINT NOT NULL,
    metal_amount BIGINT NOT NULL, campaign_amount BIGINT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount >= 0), order_line_id UUID REFERENCES sales_order_line,
    UNIQUE (recycling_id, position)
);
CREATE INDEX recycling_line_by_order_line ON recycling_line (order_line_id) WHERE order_line_id IS NOT NULL;

-- Who sold, kept apart from all that may not change: the register holds a salted hash of it. It is
-- taken away when the law no longer wants it, which the register says too.
CREATE TABLE recycling_seller (
    recycling_id UUID PRIMARY KEY REFERENCES recycling, identity TEXT NOT NULL, identity_key TEXT NOT NULL,
    signature TEXT NOT NULL, salt BYTEA NOT NULL, agreed_on TEXT NOT NULL
);
CREATE INDEX recycling_seller_by_identity ON recycling_seller (identity_key, agreed_on);
CREATE INDEX recycling_seller_by_date ON recycling_seller (agreed_on);

-- The register of purchases (livre de police): one series for each store, without gaps, each entry with
-- the hash of the one before. Content is the text that was hashed.
CREATE TABLE recycling_register (
    store_no TEXT NOT NULL REFERENCES store, seq BIGINT NOT NULL,
    entry_type TEXT NOT NULL CHECK (entry_type IN ('PURCHASE', 'EXIT', 'ERASED')),
    recycling_id UUID NOT NULL REFERENCES recycling, content TEXT NOT NULL,
    previous_hash BYTEA NOT NULL, hash BYTEA NOT NULL, created_at BIGINT NOT NULL,
    PRIMARY KEY (store_no, seq)
);
CREATE INDEX recycling_register_by_document ON recycling_register (recycling_id);

-- Metal by weight: the stock of old metal of a store is the sum of these.
CREATE TABLE recycling_stock_entry (
    entry_id UUID PRIMARY KEY, store_no TEXT NOT NULL REFERENCES store,
    recycling_id UUID NOT NULL REFERENCES recycling, metal TEXT NOT NULL, fineness BIGINT NOT NULL,
    bucket TEXT NOT NULL CHECK (bucket IN ('QUARANTINE', 'RELEASED')), weight BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX recycling_stock_entry_by_metal ON recycling_stock_entry (store_no, bucket, metal, fineness);

CREATE TABLE recycling_lot (
    shipment_id UUID NOT NULL REFERENCES recycling_shipment, metal TEXT NOT NULL, fineness BIGINT NOT NULL,
    pieces BIGINT NOT NULL, gross_weight BIGINT NOT NULL, net_weight BIGINT NOT NULL,
    fine_weight BIGINT NOT NULL, refiner_weight BIGINT CHECK (refiner_weight >= 0),
    PRIMARY KEY (shipment_id, metal, fineness)
);

-- The credit of customers: the balance is the sum of the entries and never below zero.
CREATE TABLE recycling_credit (
    customer_id UUID NOT NULL REFERENCES customer, currency_code TEXT NOT NULL,
    balance BIGINT NOT NULL CHECK (balance >= 0), PRIMARY KEY (customer_id, currency_code)
);
CREATE TABLE recycling_credit_entry (
    entry_id UUID PRIMARY KEY, customer_id UUID NOT NULL REFERENCES customer, currency_code TEXT NOT NULL,
    entry_type TEXT NOT NULL CHECK (entry_type IN ('GRANT', 'REDEEM', 'RESTORE', 'REPAY', 'REVERSE')),
    amount BIGINT NOT NULL CHECK (amount <> 0), balance BIGINT NOT NULL CHECK (balance >= 0),
    recycling_id UUID REFERENCES recycling, tender_id UUID, basket_id UUID REFERENCES basket,
    store_no TEXT NOT NULL REFERENCES store, terminal_no TEXT NOT NULL, staff_id TEXT NOT NULL,
    reference TEXT NOT NULL, created_at BIGINT NOT NULL
);
CREATE INDEX recycling_credit_entry_by_customer ON recycling_credit_entry (customer_id, created_at, entry_id);
CREATE INDEX recycling_credit_entry_by_basket ON recycling_credit_entry (basket_id) WHERE basket_id IS NOT NULL;
CREATE UNIQUE INDEX recycling_credit_entry_once ON recycling_credit_entry (tender_id, entry_type)
    WHERE tender_id IS NOT NULL;
CREATE UNIQUE INDEX recycling_credit_entry_granted ON recycling_credit_entry (recycling_id, entry_type)
    WHERE recycling_id IS NOT NULL;

-- Codes that prove that somebody who spends much credit is the customer.
CREATE TABLE recycling_code (
    code_id UUID PRIMARY KEY, customer_id UUID NOT NULL REFERENCES customer, terminal_no TEXT NOT NULL,
    code_hash BYTEA NOT NULL, requested_at BIGINT NOT NULL, wrong BIGINT NOT NULL,
    verified_at BIGINT, tender_id UUID
);
CREATE INDEX recycling_code_by_customer ON recycling_code (customer_id, requested_at);
