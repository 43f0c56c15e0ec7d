-- Tax-free shopping (domain §7): the rules of countries, a store's access to its operator, forms.

-- Whether the form asks for a residence in or outside the EU first (specification: isShowOptionOfEU).
ALTER TABLE store ADD COLUMN is_show_option_of_eu BOOLEAN NOT NULL DEFAULT FALSE;

-- What a country asks for, from a day on. The area of residents is a country, several with commas
-- between, or EU. Brackets are a list in JSON: from which amount which share is refunded.
CREATE TABLE tax_free_rule (
    country_code TEXT NOT NULL, valid_from TEXT NOT NULL, is_available BOOLEAN NOT NULL,
    currency_code TEXT NOT NULL,
    -- The smallest amount that is enough, in minor units; JP counts it before tax.
    minimum BIGINT NOT NULL CHECK (minimum >= 0), minimum_before_tax BOOLEAN NOT NULL,
    minimum_age BIGINT NOT NULL CHECK (minimum_age >= 0), resident_area TEXT NOT NULL,
    grouping_days BIGINT NOT NULL CHECK (grouping_days >= 1),
    issue_days BIGINT NOT NULL CHECK (issue_days >= 1),
    stay_days_max BIGINT, deadline_kind TEXT NOT NULL
        CHECK (deadline_kind IN ('MONTH_END', 'MONTHS', 'DAYS')),
    deadline BIGINT NOT NULL CHECK (deadline >= 1),
    cash_max BIGINT, brackets TEXT NOT NULL, version BIGINT NOT NULL DEFAULT 1,
    PRIMARY KEY (country_code, valid_from)
);
-- The shares are those of a demonstration: an operator's contract has others.
INSERT INTO tax_free_rule (country_code, valid_from, is_available, currency_code, minimum,
    minimum_before_tax, minimum_age, resident_area, grouping_days, issue_days, stay_days_max,
    deadline_kind, deadline, cash_max, brackets) VALUES
    ('FR', '2021-01-01', TRUE, 'EUR', 10001, FALSE, 16, 'EU', 3, 3, 183, 'MONTH_END', 3, NULL,
     '[{"from":0,"percent":1000,"fee":0},{"from":50000,"percent":1200,"fee":0},{"from":500000,"percent":1300,"fee":0}]'),
    ('IT', '2014-01-01', TRUE, 'EUR', 15495, FALSE, 18, 'EU', 1, 3, NULL, 'MONTH_END', 3, NULL,
     '[{"from":0,"percent":1150,"fee":0},{"from":50000,"percent":1300,"fee":0}]'),
    ('IT', '2024-02-01', TRUE, 'EUR', 7001, FALSE, 18, 'EU', 1, 3, NULL, 'MONTH_END', 3, NULL,
     '[{"from":0,"percent":1150,"fee":0},{"from":50000,"percent":1300,"fee":0}]'),
    ('ES', '2018-07-01', TRUE, 'EUR', 1, FALSE, 18, 'EU', 1, 3, NULL, 'MONTHS', 3, NULL,
     '[{"from":0,"percent":1040,"fee":0},{"from":50000,"percent":1300,"fee":0}]'),
    ('DE', '2020-01-01', TRUE, 'EUR', 5001, FALSE, 18, 'EU', 1, 3, NULL, 'MONTH_END', 3, NULL,
     '[{"from":0,"percent":900,"fee":0},{"from":50000,"percent":1100,"fee":0}]'),
    ('NL', '2014-01-01', TRUE, 'EUR', 5000, FALSE, 18, 'EU', 1, 3, NULL, 'MONTH_END', 3, NULL,
     '[{"from":0,"percent":1000,"fee":0},{"from":50000,"percent":1200,"fee":0}]'),
    ('PT', '2014-01-01', TRUE, 'EUR', 6135, FALSE, 18, 'EU', 1, 3, NULL, 'MONTH_END', 3, NULL,
     '[{"from":0,"percent":1150,"fee":0},{"from":50000,"percent":1350,"fee":0}]'),
    ('BE', '2014-01-01', TRUE, 'EUR', 12501, FALSE, 18, 'EU', 1, 3, NULL, 'MONTH_END', 3, NULL,
     '[{"from":0,"percent":1000,"fee":0},{"from":50000,"percent":1200,"fee":0}]'),
    ('CN', '2025-04-27', TRUE, 'CNY', 20000, FALSE, 0, 'CN', 1, 3, 183, 'DAYS', 90, 2000000,
     '[{"from":0,"percent":1100,"fee":200}]'),
    ('JP', '2014-10-01', TRUE, 'JPY', 5000, TRUE, 0, 'JP', 1, 1, 183, 'DAYS', 183, NULL,
     '[{"from":0,"percent":909,"fee":155}]'),
    ('CH', '2014-01-01', TRUE, 'CHF', 30000, FALSE, 18, 'CH,LI', 1, 3, NULL, 'DAYS', 90, NULL,
     '[{"from":0,"percent":500,"fee":0}]'),
    ('HK', '2014-01-01', FALSE, 'HKD', 0, FALSE, 0, '', 1, 1, NULL, 'DAYS', 90, NULL, '[]');

-- A store's access to its operator. The secret signs; its mark is the start of its hash.
CREATE TABLE tax_free_store (
    store_no TEXT PRIMARY KEY REFERENCES store, is_enabled BOOLEAN NOT NULL,
    operator_name TEXT NOT NULL, address TEXT NOT NULL, shop_no TEXT NOT NULL,
    secret TEXT NOT NULL, secret_mark TEXT NOT NULL, asks_flight BOOLEAN NOT NULL,
    preferred_countries TEXT NOT NULL, version BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX tax_free_store_by_shop ON tax_free_store (shop_no) WHERE shop_no <> '';

-- A form. What it is about never changes; where it stands does. Numbers are without gaps per store.
CREATE TABLE tax_free_form (
    form_id UUID PRIMARY KEY, store_no TEXT NOT NULL REFERENCES store,
    terminal_no TEXT NOT NULL REFERENCES terminal, serial_no BIGINT NOT NULL,
    operator_name TEXT NOT NULL, shop_no TEXT NOT NULL,
    country_code TEXT NOT NULL, currency_code TEXT NOT NULL,
    gross BIGINT NOT NULL CHECK (gross > 0), vat BIGINT NOT NULL, refund BIGINT NOT NULL,
    fee BIGINT NOT NULL, refund_method TEXT NOT NULL CHECK (refund_method IN ('CARD', 'CASH', 'WALLET')),
    purchased_on TEXT NOT NULL, started_on TEXT NOT NULL, deadline_on TEXT NOT NULL,
    started_by TEXT NOT NULL, started_at BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ISSUING', 'FAILED', 'ISSUED', 'VOIDING', 'VOIDED',
        'VALIDATED', 'REFUNDED', 'EXPIRED')),
    form_no TEXT, barcode TEXT, issued_at BIGINT, ended_at BIGINT,
    refunded BIGINT, message TEXT NOT NULL DEFAULT '', search_text TEXT NOT NULL,
    -- What is under way with the operator: since when it may have arrived, how often it was tried,
    -- when it is tried again, and who is at it.
    void_id UUID, sent_at BIGINT, tries BIGINT NOT NULL DEFAULT 0, next_at BIGINT,
    driver_id UUID, driver_until BIGINT
);
CREATE UNIQUE INDEX tax_free_form_by_serial ON tax_free_form (store_no, serial_no);
CREATE UNIQUE INDEX tax_free_form_by_no ON tax_free_form (shop_no, form_no) WHERE form_no IS NOT NULL;
CREATE INDEX tax_free_form_by_time ON tax_free_form (store_no, started_at, form_id);
CREATE INDEX tax_free_form_by_state ON tax_free_form (store_no, state, started_at, form_id);
CREATE INDEX tax_free_form_to_send ON tax_free_form (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX tax_free_form_deadline ON tax_free_form (deadline_on) WHERE state = 'ISSUED';

-- An order is on one live form at most: the database refuses a second.
CREATE TABLE tax_free_form_order (
    form_id UUID NOT NULL REFERENCES tax_free_form, order_id UUID NOT NULL REFERENCES sales_order,
    receipt_no TEXT NOT NULL, purchased_on TEXT NOT NULL, gross BIGINT NOT NULL,
    is_live BOOLEAN NOT NULL,
    PRIMARY KEY (form_id, order_id)
);
CREATE UNIQUE INDEX tax_free_form_order_live ON tax_free_form_order (order_id) WHERE is_live;
CREATE INDEX tax_free_form_order_by_order ON tax_free_form_order (order_id);
CREATE TABLE tax_free_form_line (
    form_id UUID NOT NULL REFERENCES tax_free_form, line_id UUID NOT NULL REFERENCES sales_order_line,
    order_id UUID NOT NULL, position BIGINT NOT NULL, name TEXT NOT NULL, quantity BIGINT NOT NULL,
    gross BIGINT NOT NULL, vat_rate BIGINT NOT NULL,
    PRIMARY KEY (form_id, line_id)
);
-- Who travels. Nothing of it stands in the journal or in another table; it goes after ten years.
CREATE TABLE tax_free_traveller (
    form_id UUID PRIMARY KEY REFERENCES tax_free_form,
    passport_no TEXT NOT NULL, issuing_country TEXT NOT NULL,
    family_name TEXT NOT NULL, given_name TEXT NOT NULL, born_on TEXT NOT NULL,
    residence_country TEXT NOT NULL, residence_address TEXT NOT NULL,
    arrived_on TEXT, departs_on TEXT, flight_no TEXT NOT NULL,
    card_brand TEXT, card_last_four TEXT, card_token TEXT, wallet TEXT,
    started_at BIGINT NOT NULL
);
CREATE INDEX tax_free_traveller_by_passport ON tax_free_traveller (issuing_country, passport_no, started_at);
CREATE INDEX tax_free_traveller_by_time ON tax_free_traveller (started_at);
-- Each try to void a tag, and how it ended.
CREATE TABLE tax_free_void (
    void_id UUID PRIMARY KEY, form_id UUID NOT NULL REFERENCES tax_free_form,
    reason TEXT NOT NULL, asked_by TEXT NOT NULL, asked_at BIGINT NOT NULL,
    outcome TEXT CHECK (outcome IN ('DONE', 'FAILED')), message TEXT NOT NULL DEFAULT ''
);
CREATE INDEX tax_free_void_by_form ON tax_free_void (form_id, asked_at);
-- Everything that happened to a form, append-only. A message of the operator is taken once.
CREATE TABLE tax_free_event (
    event_id UUID PRIMARY KEY, form_id UUID NOT NULL REFERENCES tax_free_form,
    event TEXT NOT NULL, from_state TEXT NOT NULL, to_state TEXT NOT NULL,
    staff_id TEXT, message TEXT NOT NULL, notification_id TEXT, at BIGINT NOT NULL
);
CREATE INDEX tax_free_event_by_form ON tax_free_event (form_id, at, event_id);
CREATE UNIQUE INDEX tax_free_event_by_notification ON tax_free_event (notification_id)
    WHERE notification_id IS NOT NULL;
