-- How many months the pieces of a class are under warranty; 0: they have none. An order line keeps
-- what held when it was sold.
ALTER TABLE item_class ADD COLUMN warranty_months BIGINT NOT NULL DEFAULT 24;
ALTER TABLE sales_order_line ADD COLUMN warranty_months BIGINT NOT NULL DEFAULT 24;
-- How many days a store takes pieces back; 0: it does not. An order keeps what held when it was
-- sold; none on orders from before.
ALTER TABLE store ADD COLUMN return_days BIGINT NOT NULL DEFAULT 30;
ALTER TABLE store ADD COLUMN document_version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE sales_order ADD COLUMN return_days BIGINT;
-- A store's own words about returns, by the language of the paper. Where it has none, the paper
-- says it in its own.
CREATE TABLE store_return_text (
    store_no TEXT NOT NULL REFERENCES store, language_code TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (store_no, language_code)
);

-- Invoices. The paper is kept as it was made out, so that the same comes out again whatever the
-- store and the customer are called later.
CREATE TABLE invoice (
    invoice_id UUID PRIMARY KEY, order_id UUID NOT NULL UNIQUE REFERENCES sales_order,
    store_no TEXT NOT NULL REFERENCES store, number BIGINT NOT NULL,
    invoice_no TEXT NOT NULL UNIQUE, buyer_name TEXT NOT NULL, language_code TEXT NOT NULL,
    content TEXT NOT NULL, issued_on TEXT NOT NULL, issued_at BIGINT NOT NULL,
    issued_by TEXT NOT NULL,
    UNIQUE (store_no, number)
);
-- Prints of what is no receipt: gift receipts and invoices.
CREATE TABLE document_print (
    print_id UUID PRIMARY KEY, order_id UUID NOT NULL REFERENCES sales_order,
    document TEXT NOT NULL CHECK (document IN ('GIFT', 'INVOICE')), print_no BIGINT NOT NULL,
    target TEXT NOT NULL, printed_by TEXT NOT NULL, printed_at BIGINT NOT NULL,
    UNIQUE (order_id, document, print_no)
);
-- Who had a mail sent; none of mails that nobody at a till asked for.
ALTER TABLE mail ADD COLUMN asked_by TEXT;
