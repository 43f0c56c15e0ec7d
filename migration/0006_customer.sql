-- Customers at the counter: who they are, what they like, what they allowed, and who changed what.

-- Each change raises the version, so that of two tills that change one customer the second is told.
ALTER TABLE customer ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
-- What nobody else may have: the telephone number in E.164, the address in small letters.
ALTER TABLE customer ADD COLUMN phone_key TEXT;
ALTER TABLE customer ADD COLUMN email_key TEXT;
ALTER TABLE customer ADD COLUMN title TEXT CHECK (title IN ('MS', 'MR', 'MX'));
-- The first year of the ten in which they were born.
ALTER TABLE customer ADD COLUMN generation BIGINT;
ALTER TABLE customer ADD COLUMN birthday_month BIGINT;
ALTER TABLE customer ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE customer ADD COLUMN province TEXT NOT NULL DEFAULT '';
ALTER TABLE customer ADD COLUMN postal_code TEXT NOT NULL DEFAULT '';
ALTER TABLE customer ADD COLUMN knows_us_from TEXT;
ALTER TABLE customer ADD COLUMN travel_retail BOOLEAN NOT NULL DEFAULT FALSE;
-- Lists of words as JSON.
ALTER TABLE customer ADD COLUMN likes TEXT NOT NULL DEFAULT '[]';
ALTER TABLE customer ADD COLUMN dislikes TEXT NOT NULL DEFAULT '[]';
ALTER TABLE customer ADD COLUMN interests TEXT NOT NULL DEFAULT '[]';
ALTER TABLE customer ADD COLUMN buy_for TEXT NOT NULL DEFAULT '[]';
ALTER TABLE customer ADD COLUMN followed_media TEXT NOT NULL DEFAULT '[]';
ALTER TABLE customer ADD COLUMN followed_salesperson TEXT;
ALTER TABLE customer ADD COLUMN marital_status TEXT
    CHECK (marital_status IN ('SINGLE', 'PARTNERED', 'MARRIED', 'DIVORCED', 'WIDOWED'));
ALTER TABLE customer ADD COLUMN kids BIGINT;
ALTER TABLE customer ADD COLUMN photo_id UUID;
-- When and by whom they were changed last; none for those who were there before this was kept.
ALTER TABLE customer ADD COLUMN changed_at BIGINT;
ALTER TABLE customer ADD COLUMN changed_by TEXT;

UPDATE customer SET
    phone_key = '+' || REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(phone,
        ' ', ''), '+', ''), '-', ''), '.', ''), '/', ''), '(', ''), ')', ''),
    email_key = LOWER(email);
DROP INDEX customer_by_phone;
DROP INDEX customer_by_email;
CREATE INDEX customer_by_phone ON customer (phone_key);
CREATE INDEX customer_by_email ON customer (email_key);
-- Numbers go on where those that are there end.
INSERT INTO counter (scope, name, value)
SELECT 'customer', 'no', COALESCE(MAX(customer_no), 100000) FROM customer;

-- What a customer allowed and took back, with the words that they were shown. Never changed: the
-- newest row of a kind holds.
CREATE TABLE customer_consent (
    consent_id UUID PRIMARY KEY, customer_id UUID NOT NULL REFERENCES customer,
    kind TEXT NOT NULL CHECK (kind IN ('PRIVACY_POLICY', 'EMAIL', 'PHONE', 'TEXT_MESSAGE')),
    granted BOOLEAN NOT NULL, text_version TEXT NOT NULL,
    staff_id TEXT NOT NULL, store_no TEXT NOT NULL, given_at BIGINT NOT NULL
);
CREATE INDEX customer_consent_by_customer ON customer_consent (customer_id, kind, given_at);

-- What a change found and what it left, as JSON. The journal names the change by its id and holds no
-- word of it, so that a person can be forgotten: a change is never altered, and goes with its person.
CREATE TABLE customer_change (
    change_id UUID PRIMARY KEY, customer_id UUID NOT NULL REFERENCES customer,
    version BIGINT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL,
    staff_id TEXT NOT NULL, store_no TEXT NOT NULL, terminal_no TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    UNIQUE (customer_id, version)
);

-- Photographs, drawn anew by us: nothing of the file that was sent is kept.
CREATE TABLE customer_photo (
    photo_id UUID PRIMARY KEY, customer_id UUID NOT NULL UNIQUE REFERENCES customer,
    image BYTEA NOT NULL
);
