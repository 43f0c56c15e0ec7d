-- A payment goes through a card terminal or through a provider of codes that telephones scan. Both
-- are attempts: one is under way for a basket and for a till, one tender is booked for each, and one
-- driver carries each on.
ALTER TABLE payment_attempt ADD COLUMN channel TEXT NOT NULL DEFAULT 'TERMINAL'
    CHECK (channel IN ('TERMINAL', 'QR'));

-- A store's account with a provider. The secrets are sealed under a key that is not in the database.
CREATE TABLE qr_merchant (
    merchant_key TEXT PRIMARY KEY, version BIGINT NOT NULL,
    store_no TEXT NOT NULL REFERENCES store,
    provider TEXT NOT NULL CHECK (provider IN ('ALIPAY', 'WECHATPAY')),
    is_active BOOLEAN NOT NULL, gateway TEXT NOT NULL, app_id TEXT NOT NULL,
    merchant_id TEXT NOT NULL, serial_no TEXT NOT NULL,
    platform_key_id TEXT NOT NULL, platform_key TEXT NOT NULL,
    private_key TEXT NOT NULL, private_key_mark TEXT NOT NULL,
    api_key TEXT NOT NULL, api_key_mark TEXT NOT NULL,
    UNIQUE (store_no, provider)
);

-- What an attempt by code has beyond what every attempt has.
CREATE TABLE qr_order (
    attempt_id UUID PRIMARY KEY REFERENCES payment_attempt,
    merchant_key TEXT NOT NULL REFERENCES qr_merchant, provider TEXT NOT NULL,
    -- Our number at the provider; never used again, whatever became of the order.
    order_no TEXT NOT NULL UNIQUE,
    direction TEXT NOT NULL CHECK (direction IN ('CLIENT_SCANS', 'SHOP_SCANS')),
    state TEXT NOT NULL,
    -- What the rules need to know of it, as they wrote it.
    memory TEXT NOT NULL
);
