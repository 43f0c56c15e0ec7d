-- All kinds of tenders with their terms per store, what foreign cash is worth, what the law says of
-- cash, and the slips that pay only once.

-- The name in each language of the till, as JSON; the plain name where a language is missing.
ALTER TABLE tender ADD COLUMN names TEXT NOT NULL DEFAULT '{}';
-- Of foreign cash: its currency.
ALTER TABLE tender ADD COLUMN currency_code TEXT;
ALTER TABLE tender ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

-- A store takes a tender on the terms of its kind until it has its own. One that it gave up keeps
-- them.
ALTER TABLE tender_store ADD COLUMN is_available BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE tender_store ADD COLUMN has_own_terms BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE tender_store ADD COLUMN over_tender_allowed BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE tender_store ADD COLUMN maximum_over_tender BIGINT;
ALTER TABLE tender_store ADD COLUMN under_tender_allowed BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE tender_store ADD COLUMN opens_drawer BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE tender_store ADD COLUMN counting_required BOOLEAN NOT NULL DEFAULT FALSE;
-- Change below this, in minor units, is given in the change tender; from it on in the same kind.
ALTER TABLE tender_store ADD COLUMN minimum_change BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tender_store ADD COLUMN change_tender_code TEXT REFERENCES tender;
-- The tills at which it is taken, with commas between; blank for all.
ALTER TABLE tender_store ADD COLUMN terminals TEXT NOT NULL DEFAULT '';
ALTER TABLE tender_store ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

ALTER TABLE terminal ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

-- Change that another tender gives is a booking of its own, below zero, that names what it is of.
ALTER TABLE basket_tender ADD COLUMN change_of UUID;
-- Of foreign cash: what was handed over, and what one unit was worth, in hundred-millionths.
ALTER TABLE basket_tender ADD COLUMN foreign_currency TEXT;
ALTER TABLE basket_tender ADD COLUMN foreign_amount BIGINT;
ALTER TABLE basket_tender ADD COLUMN exchange_rate BIGINT;
-- Who was identified, and by what, where the law or the tender asks for it.
ALTER TABLE basket_tender ADD COLUMN identity TEXT;
-- What is taken only once: a cheque, a transfer, the slip of a mall.
ALTER TABLE basket_tender ADD COLUMN slip_key TEXT;
CREATE UNIQUE INDEX basket_tender_slip ON basket_tender (slip_key) WHERE slip_key IS NOT NULL;
-- The cash that a customer paid on a day.
CREATE INDEX basket_by_customer ON basket (customer_id) WHERE customer_id IS NOT NULL;

-- What a unit of a foreign currency is worth in a store's currency from a day on, in
-- hundred-millionths.
CREATE TABLE exchange_rate (
    currency_code TEXT NOT NULL, foreign_code TEXT NOT NULL, valid_from TEXT NOT NULL,
    rate BIGINT NOT NULL CHECK (rate > 0), version BIGINT NOT NULL DEFAULT 1,
    PRIMARY KEY (currency_code, foreign_code, valid_from)
);

-- The most cash from one customer on one day, in minor units; none for any amount. Above it, cash is
-- refused, or its owner is identified.
CREATE TABLE cash_limit (
    country_code TEXT NOT NULL, valid_from TEXT NOT NULL, currency_code TEXT NOT NULL,
    resident_maximum BIGINT, visitor_maximum BIGINT,
    above TEXT NOT NULL CHECK (above IN ('REFUSED', 'IDENTIFIED')),
    version BIGINT NOT NULL DEFAULT 1,
    PRIMARY KEY (country_code, valid_from)
);
INSERT INTO cash_limit (country_code, valid_from, currency_code, resident_maximum,
    visitor_maximum, above) VALUES
    ('FR', '2015-09-01', 'EUR', 100000, 1500000, 'REFUSED'),
    ('FR', '2027-07-10', 'EUR', 100000, 1000000, 'REFUSED'),
    ('IT', '2023-01-01', 'EUR', 499999, 499999, 'REFUSED'),
    ('ES', '2021-07-11', 'EUR', 99999, 999999, 'REFUSED'),
    ('DE', '2027-07-10', 'EUR', 1000000, 1000000, 'REFUSED'),
    ('CN', '2025-08-01', 'CNY', 9999999, 9999999, 'IDENTIFIED'),
    ('HK', '2023-04-01', 'HKD', 11999999, 11999999, 'REFUSED');

-- A voucher of ours: it pays once, with all that it is worth.
CREATE TABLE voucher (
    voucher_no TEXT PRIMARY KEY, version BIGINT NOT NULL DEFAULT 1,
    currency_code TEXT NOT NULL, amount BIGINT NOT NULL CHECK (amount > 0),
    issued_on TEXT NOT NULL, expires_on TEXT, is_blocked BOOLEAN NOT NULL,
    -- The booking whose change it is; none for one that the office entered.
    issued_by UUID, redeemed_by UUID UNIQUE, redeemed_at BIGINT
);
CREATE INDEX voucher_by_issue ON voucher (issued_by) WHERE issued_by IS NOT NULL;
