-- The foundation: who sells, what is sold, at what price, from which stock, for which money.
-- One text for SQLite and PostgreSQL. Money is in minor units, weights in milligrams, times in
-- microseconds since 1970 (UTC), dates are texts YYYY-MM-DD, percentages in ten-thousandths.

-- Plumbing -----------------------------------------------------------------------------------
CREATE TABLE counter (
    scope TEXT NOT NULL, name TEXT NOT NULL, value BIGINT NOT NULL,
    PRIMARY KEY (scope, name)
);
-- The first answer to each command, for ever: a repeat gets it again.
CREATE TABLE idempotency (
    idempotency_key UUID PRIMARY KEY, operation TEXT NOT NULL, request_hash BYTEA NOT NULL,
    answer TEXT NOT NULL, created_at BIGINT NOT NULL
);
CREATE TABLE job_lease (
    job_name TEXT PRIMARY KEY, owner_id UUID NOT NULL, lease_until BIGINT NOT NULL
);
-- What kind of data this is: demonstration data never meets a real shop.
CREATE TABLE installation (
    name TEXT PRIMARY KEY, value TEXT NOT NULL
);

-- Setting ------------------------------------------------------------------------------------
CREATE TABLE company (
    company_no TEXT PRIMARY KEY, name TEXT NOT NULL, country_code TEXT NOT NULL,
    registration_no TEXT NOT NULL, vat_no TEXT NOT NULL
);
CREATE TABLE price_group (
    price_group_code TEXT PRIMARY KEY, description TEXT NOT NULL, currency_code TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('STORE', 'CUSTOMER')),
    rounding_precision BIGINT NOT NULL CHECK (rounding_precision > 0),
    rounding_direction TEXT NOT NULL CHECK (rounding_direction IN ('NEAREST', 'UP', 'DOWN'))
);
CREATE TABLE store (
    store_no TEXT PRIMARY KEY, company_no TEXT NOT NULL REFERENCES company, name TEXT NOT NULL,
    address TEXT NOT NULL, postal_code TEXT NOT NULL, city TEXT NOT NULL,
    country_code TEXT NOT NULL, telephone TEXT NOT NULL,
    currency_code TEXT NOT NULL, time_zone TEXT NOT NULL, language_code TEXT NOT NULL,
    force_language_receipt TEXT, end_of_business_day BIGINT NOT NULL,
    vat_posting_group TEXT NOT NULL, deductible_vat_posting_group TEXT NOT NULL,
    duty_free BOOLEAN NOT NULL, cash_rounding_step BIGINT NOT NULL, price_rounding_step BIGINT NOT NULL,
    do_not_allow_negative_inventory BOOLEAN NOT NULL, is_show_qr_code BOOLEAN NOT NULL,
    recall_minutes BIGINT NOT NULL, redirect_url TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('OPEN', 'CLOSED')),
    receipt_printer TEXT
);
CREATE TABLE store_price_group (
    store_no TEXT NOT NULL REFERENCES store, position BIGINT NOT NULL,
    price_group_code TEXT NOT NULL REFERENCES price_group,
    PRIMARY KEY (store_no, position)
);
CREATE TABLE terminal (
    terminal_no TEXT PRIMARY KEY, store_no TEXT NOT NULL REFERENCES store, name TEXT NOT NULL,
    device_sn TEXT NOT NULL, merchant_no TEXT NOT NULL, device_address TEXT NOT NULL,
    -- Local encryption between till and terminal; all three or none.
    device_key_identifier TEXT, device_key_version BIGINT, device_passphrase TEXT
);
CREATE INDEX terminal_by_store ON terminal (store_no, terminal_no);
CREATE TABLE tender (
    tender_code TEXT PRIMARY KEY, name TEXT NOT NULL,
    tender_type TEXT NOT NULL, over_tender_allowed BOOLEAN NOT NULL,
    maximum_over_tender BIGINT, under_tender_allowed BOOLEAN NOT NULL,
    opens_drawer BOOLEAN NOT NULL, counting_required BOOLEAN NOT NULL
);
-- A tender that is not listed for a store is hidden there. The mapping names the brands that a
-- terminal reports and that are booked to this tender.
CREATE TABLE tender_store (
    store_no TEXT NOT NULL REFERENCES store, tender_code TEXT NOT NULL REFERENCES tender,
    position BIGINT NOT NULL, online_pos_mapping TEXT NOT NULL,
    PRIMARY KEY (store_no, tender_code)
);
CREATE TABLE permission (
    permission_code TEXT PRIMARY KEY, position BIGINT NOT NULL, name TEXT NOT NULL,
    redirect_url TEXT NOT NULL
);
CREATE TABLE permission_group (
    permission_group_code TEXT PRIMARY KEY, name TEXT NOT NULL, landing TEXT NOT NULL
);
CREATE TABLE permission_group_permission (
    permission_group_code TEXT NOT NULL REFERENCES permission_group,
    permission_code TEXT NOT NULL REFERENCES permission,
    grant_kind TEXT NOT NULL CHECK (grant_kind IN ('ALLOWED', 'LIMITED', 'APPROVE_ONLY')),
    PRIMARY KEY (permission_group_code, permission_code)
);
CREATE TABLE salesperson (
    staff_id TEXT PRIMARY KEY, password_hash TEXT NOT NULL,
    first_name TEXT NOT NULL, last_name TEXT NOT NULL, name_on_receipt TEXT NOT NULL,
    blocked BOOLEAN NOT NULL, permission_group_code TEXT NOT NULL,
    employee_type TEXT NOT NULL, company_no TEXT NOT NULL REFERENCES company,
    store_no TEXT NOT NULL REFERENCES store, default_terminal_no TEXT NOT NULL REFERENCES terminal,
    email TEXT, second_factor BOOLEAN NOT NULL, totp_secret BYTEA, last_totp_step BIGINT
);
CREATE INDEX salesperson_by_store ON salesperson (store_no, staff_id);
CREATE TABLE salesperson_store (
    staff_id TEXT NOT NULL REFERENCES salesperson, store_no TEXT NOT NULL REFERENCES store,
    PRIMARY KEY (staff_id, store_no)
);
CREATE TABLE vat_posting_setup (
    store_group TEXT NOT NULL, item_group TEXT NOT NULL, valid_from TEXT NOT NULL,
    percent BIGINT NOT NULL,
    PRIMARY KEY (store_group, item_group, valid_from)
);

-- Session ------------------------------------------------------------------------------------
CREATE TABLE session (
    session_id UUID PRIMARY KEY, staff_id TEXT NOT NULL REFERENCES salesperson,
    store_no TEXT NOT NULL REFERENCES store, terminal_no TEXT NOT NULL REFERENCES terminal,
    device_id TEXT NOT NULL, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL,
    ended_at BIGINT, end_reason TEXT
);
CREATE INDEX session_by_staff ON session (staff_id, created_at);
-- Wrong passwords by user name, whether the name exists or not: the answer must not tell.
CREATE TABLE login_try (
    user_name TEXT PRIMARY KEY, wrong_tries BIGINT NOT NULL, locked_until BIGINT
);
CREATE TABLE login_challenge (
    challenge_id UUID PRIMARY KEY, staff_id TEXT NOT NULL REFERENCES salesperson,
    device_id TEXT NOT NULL, channel TEXT, code_hash BYTEA, requested_at BIGINT,
    wrong_tries BIGINT NOT NULL, created_at BIGINT NOT NULL, used_at BIGINT
);
CREATE TABLE temporary_data (
    terminal_no TEXT PRIMARY KEY REFERENCES terminal, store_no TEXT NOT NULL,
    content TEXT NOT NULL, saved_by TEXT NOT NULL, saved_at BIGINT NOT NULL
);

-- Catalogue ----------------------------------------------------------------------------------
CREATE TABLE collection (
    collection_code TEXT PRIMARY KEY, name TEXT NOT NULL, position BIGINT NOT NULL,
    story TEXT NOT NULL
);
CREATE TABLE item_class (
    item_class_code TEXT PRIMARY KEY, name TEXT NOT NULL, position BIGINT NOT NULL
);
CREATE TABLE item (
    item_no TEXT PRIMARY KEY, name TEXT NOT NULL, search_text TEXT NOT NULL,
    collection_code TEXT REFERENCES collection, item_class_code TEXT NOT NULL REFERENCES item_class,
    product_type TEXT NOT NULL, unit TEXT NOT NULL, unit_weight BIGINT NOT NULL,
    no_stock_posting BOOLEAN NOT NULL, keying_in_price BOOLEAN NOT NULL,
    stopped BOOLEAN NOT NULL, discountable BOOLEAN NOT NULL, sold_in_shops BOOLEAN NOT NULL,
    vat_posting_group TEXT NOT NULL,
    pricing_method TEXT NOT NULL CHECK (pricing_method IN ('FIXED', 'WEIGHT')),
    picture TEXT NOT NULL, story TEXT NOT NULL, ranking BIGINT NOT NULL
);
CREATE INDEX item_by_ranking ON item (ranking, item_no);
CREATE INDEX item_by_class ON item (item_class_code, ranking, item_no);
CREATE INDEX item_by_collection ON item (collection_code, ranking, item_no);
CREATE TABLE item_size (
    item_no TEXT NOT NULL REFERENCES item, size_code TEXT NOT NULL, position BIGINT NOT NULL,
    PRIMARY KEY (item_no, size_code)
);
CREATE TABLE barcode (
    barcode TEXT PRIMARY KEY, item_no TEXT NOT NULL, size_code TEXT NOT NULL,
    FOREIGN KEY (item_no, size_code) REFERENCES item_size
);
CREATE INDEX barcode_by_item ON barcode (item_no, size_code);
CREATE TABLE sales_price (
    sales_code TEXT NOT NULL REFERENCES price_group, item_no TEXT NOT NULL REFERENCES item,
    row_id BIGINT NOT NULL, size_code TEXT NOT NULL, starting_date TEXT, ending_date TEXT,
    minimum_quantity BIGINT NOT NULL, unit TEXT NOT NULL, unit_price BIGINT NOT NULL,
    price_includes_vat BOOLEAN NOT NULL, deductible_vat BIGINT, vat BIGINT,
    PRIMARY KEY (item_no, sales_code, row_id)
);

-- Customers ----------------------------------------------------------------------------------
CREATE TABLE customer (
    customer_id UUID PRIMARY KEY, customer_no BIGINT NOT NULL UNIQUE,
    family_name TEXT NOT NULL, given_name TEXT NOT NULL, search_text TEXT NOT NULL,
    phone TEXT, email TEXT, country_code TEXT NOT NULL, city TEXT NOT NULL,
    language_code TEXT NOT NULL, is_local BOOLEAN NOT NULL, last_visit_on TEXT
);
CREATE INDEX customer_by_phone ON customer (phone);
CREATE INDEX customer_by_email ON customer (email);
CREATE INDEX customer_by_name ON customer (search_text, customer_id);

-- Stock --------------------------------------------------------------------------------------
-- on_hand and quarantine equal the sums of stock_ledger; reserved equals the sum of stock_lease.
CREATE TABLE stock (
    store_no TEXT NOT NULL REFERENCES store, item_no TEXT NOT NULL, size_code TEXT NOT NULL,
    on_hand BIGINT NOT NULL, reserved BIGINT NOT NULL CHECK (reserved >= 0),
    quarantine BIGINT NOT NULL, in_transit_in BIGINT NOT NULL,
    PRIMARY KEY (store_no, item_no, size_code),
    FOREIGN KEY (item_no, size_code) REFERENCES item_size
);
CREATE INDEX stock_by_item ON stock (item_no, size_code, store_no);
CREATE TABLE stock_ledger (
    entry_id UUID PRIMARY KEY, store_no TEXT NOT NULL, item_no TEXT NOT NULL,
    size_code TEXT NOT NULL, bucket TEXT NOT NULL, quantity BIGINT NOT NULL,
    entry_type TEXT NOT NULL, document_no TEXT NOT NULL, document_id UUID,
    staff_id TEXT NOT NULL, business_date TEXT NOT NULL, created_at BIGINT NOT NULL
);
CREATE INDEX stock_ledger_by_item ON stock_ledger (store_no, item_no, size_code, bucket, created_at);
CREATE INDEX stock_ledger_by_document ON stock_ledger (document_id);

-- Baskets ------------------------------------------------------------------------------------
CREATE TABLE basket (
    basket_id UUID PRIMARY KEY, store_no TEXT NOT NULL REFERENCES store,
    terminal_no TEXT NOT NULL REFERENCES terminal, basket_no BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('OPEN', 'PAYING', 'TEMPORARY', 'COMPLETED', 'EMPTIED')),
    version BIGINT NOT NULL, salesperson_id TEXT REFERENCES salesperson,
    customer_id UUID REFERENCES customer, note TEXT NOT NULL,
    opened_by TEXT NOT NULL, opened_at BIGINT NOT NULL, lease_until BIGINT NOT NULL,
    -- What is to pay, fixed when payment starts, and by whom.
    due BIGINT, cashier_id TEXT REFERENCES salesperson
);
-- One basket at work per till.
CREATE UNIQUE INDEX basket_at_work ON basket (terminal_no) WHERE state IN ('OPEN', 'PAYING');
CREATE UNIQUE INDEX basket_left_behind ON basket (terminal_no) WHERE state = 'TEMPORARY';
CREATE INDEX basket_by_terminal ON basket (terminal_no, opened_at);
CREATE INDEX basket_by_lease ON basket (lease_until) WHERE state IN ('OPEN', 'PAYING');
CREATE TABLE basket_line (
    line_id UUID PRIMARY KEY, basket_id UUID NOT NULL REFERENCES basket,
    position BIGINT NOT NULL, item_no TEXT NOT NULL, size_code TEXT NOT NULL,
    quantity BIGINT NOT NULL CHECK (quantity >= 1), note TEXT NOT NULL,
    deposit BOOLEAN NOT NULL,
    -- What one piece and the whole line cost, fixed when payment starts.
    unit_price BIGINT, net BIGINT, vat_rate BIGINT,
    FOREIGN KEY (item_no, size_code) REFERENCES item_size
);
CREATE INDEX basket_line_by_basket ON basket_line (basket_id, position);
-- Reserved pieces: a lease that ends with its basket.
CREATE TABLE stock_lease (
    line_id UUID PRIMARY KEY, basket_id UUID NOT NULL REFERENCES basket,
    store_no TEXT NOT NULL, terminal_no TEXT NOT NULL, item_no TEXT NOT NULL,
    size_code TEXT NOT NULL, quantity BIGINT NOT NULL CHECK (quantity > 0),
    staff_id TEXT NOT NULL, created_at BIGINT NOT NULL
);
CREATE INDEX stock_lease_by_item ON stock_lease (store_no, item_no, size_code);
CREATE INDEX stock_lease_by_basket ON stock_lease (basket_id);

-- Payment ------------------------------------------------------------------------------------
CREATE TABLE payment_attempt (
    attempt_id UUID PRIMARY KEY, store_no TEXT NOT NULL, terminal_no TEXT NOT NULL,
    basket_id UUID NOT NULL REFERENCES basket, tender_code TEXT NOT NULL REFERENCES tender,
    kind TEXT NOT NULL CHECK (kind IN ('PAYMENT', 'REVERSAL')),
    amount BIGINT NOT NULL CHECK (amount > 0), currency_code TEXT NOT NULL,
    state TEXT NOT NULL, is_live BOOLEAN NOT NULL,
    sale_id TEXT NOT NULL, service_id TEXT NOT NULL, transaction_id TEXT NOT NULL,
    device_sn TEXT NOT NULL, reversed_tender_id UUID,
    created_at BIGINT NOT NULL, sent_at BIGINT, abort_sent_at BIGINT, inquiry_since BIGINT,
    final_at BIGINT, steps TEXT NOT NULL, outcome TEXT,
    ended_by TEXT CHECK (ended_by IN ('PERSON', 'SYSTEM')),
    asked_at BIGINT, not_found_at BIGINT, next_at BIGINT,
    approved_amount BIGINT, approved_currency TEXT, brand TEXT, last_four TEXT, approval_code TEXT,
    poi_transaction_id TEXT, poi_transaction_at TEXT, card_receipt TEXT,
    -- The reversal of the money that was taken: of this attempt, or for a REVERSAL of another's.
    reversal_service_id TEXT, reversal_sent_at BIGINT, reversal_tries BIGINT NOT NULL,
    started_by TEXT NOT NULL, decided_by TEXT, slip_no TEXT, order_summary TEXT,
    -- Who drives it, until when they are believed to be alive, and when it next needs somebody.
    driver_id UUID, driver_until BIGINT, wake_at BIGINT
);
-- The database refuses a second live attempt, not the screen (reliability b.7 rule 2).
CREATE UNIQUE INDEX payment_attempt_live_terminal ON payment_attempt (terminal_no) WHERE is_live;
CREATE UNIQUE INDEX payment_attempt_live_basket ON payment_attempt (basket_id) WHERE is_live;
CREATE UNIQUE INDEX payment_attempt_service ON payment_attempt (sale_id, service_id);
CREATE INDEX payment_attempt_by_basket ON payment_attempt (basket_id, created_at);
CREATE INDEX payment_attempt_to_drive ON payment_attempt (wake_at) WHERE wake_at IS NOT NULL;
CREATE TABLE basket_tender (
    tender_id UUID PRIMARY KEY, basket_id UUID NOT NULL REFERENCES basket,
    position BIGINT NOT NULL, tender_code TEXT NOT NULL REFERENCES tender,
    -- amount is the part of what is due that it settles; tendered - change_given = amount + rounding.
    amount BIGINT NOT NULL, tendered BIGINT NOT NULL, change_given BIGINT NOT NULL,
    rounding BIGINT NOT NULL,
    attempt_id UUID REFERENCES payment_attempt, booked_by TEXT NOT NULL, booked_at BIGINT NOT NULL
);
CREATE INDEX basket_tender_by_basket ON basket_tender (basket_id, position);

-- Orders -------------------------------------------------------------------------------------
CREATE TABLE sales_order (
    order_id UUID PRIMARY KEY, store_no TEXT NOT NULL REFERENCES store, order_no BIGINT NOT NULL,
    receipt_no TEXT NOT NULL UNIQUE, order_type TEXT NOT NULL, terminal_no TEXT NOT NULL,
    basket_id UUID NOT NULL UNIQUE REFERENCES basket, salesperson_id TEXT NOT NULL,
    salesperson_name TEXT NOT NULL, cashier_id TEXT NOT NULL, customer_id UUID,
    currency_code TEXT NOT NULL, subtotal BIGINT NOT NULL, total BIGINT NOT NULL,
    rounding BIGINT NOT NULL, pieces BIGINT NOT NULL, note TEXT NOT NULL,
    business_date TEXT NOT NULL, completed_at BIGINT NOT NULL,
    journal_chain TEXT NOT NULL, journal_seq BIGINT NOT NULL, search_text TEXT NOT NULL
);
CREATE UNIQUE INDEX sales_order_by_no ON sales_order (store_no, order_no);
CREATE INDEX sales_order_by_date ON sales_order (store_no, business_date, completed_at, order_id);
CREATE INDEX sales_order_by_time ON sales_order (store_no, completed_at, order_id);
CREATE INDEX sales_order_by_salesperson ON sales_order (store_no, salesperson_id, completed_at, order_id);
CREATE INDEX sales_order_by_customer ON sales_order (customer_id, completed_at);
CREATE TABLE sales_order_line (
    line_id UUID PRIMARY KEY, order_id UUID NOT NULL REFERENCES sales_order,
    store_no TEXT NOT NULL, position BIGINT NOT NULL, item_no TEXT NOT NULL,
    size_code TEXT NOT NULL, name TEXT NOT NULL, picture TEXT NOT NULL, quantity BIGINT NOT NULL,
    unit_price BIGINT NOT NULL, net BIGINT NOT NULL, vat_rate BIGINT NOT NULL,
    vat_amount BIGINT NOT NULL, note TEXT NOT NULL
);
CREATE INDEX sales_order_line_by_order ON sales_order_line (order_id, position);
CREATE INDEX sales_order_line_by_item ON sales_order_line (store_no, item_no, order_id);
CREATE TABLE sales_order_tender (
    tender_id UUID PRIMARY KEY, order_id UUID NOT NULL REFERENCES sales_order,
    store_no TEXT NOT NULL, position BIGINT NOT NULL, tender_code TEXT NOT NULL,
    name TEXT NOT NULL, amount BIGINT NOT NULL, tendered BIGINT NOT NULL,
    change_given BIGINT NOT NULL, attempt_id UUID UNIQUE, brand TEXT, last_four TEXT,
    approval_code TEXT, card_receipt TEXT
);
CREATE INDEX sales_order_tender_by_order ON sales_order_tender (order_id, position);
CREATE INDEX sales_order_tender_by_code ON sales_order_tender (store_no, tender_code, order_id);
CREATE TABLE sales_order_vat (
    order_id UUID NOT NULL REFERENCES sales_order, vat_rate BIGINT NOT NULL,
    gross BIGINT NOT NULL, vat_amount BIGINT NOT NULL,
    PRIMARY KEY (order_id, vat_rate)
);
CREATE TABLE receipt_print (
    print_id UUID PRIMARY KEY, order_id UUID NOT NULL REFERENCES sales_order,
    print_no BIGINT NOT NULL, target TEXT NOT NULL, printed_by TEXT NOT NULL,
    printed_at BIGINT NOT NULL,
    UNIQUE (order_id, print_no)
);
-- Mails that wait to be sent or were sent.
CREATE TABLE mail (
    mail_id UUID PRIMARY KEY, recipient TEXT NOT NULL, kind TEXT NOT NULL, order_id UUID,
    language_code TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('WAITING', 'SENT', 'FAILED')), tries BIGINT NOT NULL,
    next_try_at BIGINT NOT NULL, created_at BIGINT NOT NULL, sent_at BIGINT, last_error TEXT
);
CREATE INDEX mail_waiting ON mail (next_try_at) WHERE state = 'WAITING';

-- Journal ------------------------------------------------------------------------------------
CREATE TABLE journal_entry (
    chain_id TEXT NOT NULL, seq BIGINT NOT NULL, kind TEXT NOT NULL, kind_seq BIGINT NOT NULL,
    format TEXT NOT NULL, at_utc TEXT NOT NULL, at_local TEXT NOT NULL, time_zone TEXT NOT NULL,
    business_date TEXT NOT NULL, payload BYTEA NOT NULL, payload_hash BYTEA NOT NULL,
    prev_hash BYTEA NOT NULL, hash BYTEA NOT NULL, key_id TEXT NOT NULL, signature BYTEA NOT NULL,
    PRIMARY KEY (chain_id, seq)
);
CREATE UNIQUE INDEX journal_entry_by_kind ON journal_entry (chain_id, kind, kind_seq);
-- Where each chain stands, so that the next entry need not search for it.
CREATE TABLE journal_head (
    chain_id TEXT PRIMARY KEY, seq BIGINT NOT NULL, hash BYTEA NOT NULL, at_utc TEXT NOT NULL
);

-- Tasks that other systems send a store (recall, pickup, express, returns). ----------------------
CREATE TABLE shipment (
    shipment_id UUID PRIMARY KEY, store_no TEXT NOT NULL REFERENCES store,
    return_order_type TEXT NOT NULL, state TEXT NOT NULL, created_at BIGINT NOT NULL
);
CREATE INDEX shipment_pending ON shipment (store_no, return_order_type, state);
