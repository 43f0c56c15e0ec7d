-- Cash above the limit of countries that want it reported, and that it was.

-- Cash of a customer and a business date in a country, or of one payment of somebody whom nobody named:
-- only added to. A later entry amends those before and stands for all cash of that day.
CREATE TABLE cash_report (
    cash_report_id UUID PRIMARY KEY,
    -- Whose cash: the customer, or the payment.
    owner_id UUID NOT NULL,
    country_code TEXT NOT NULL, business_date TEXT NOT NULL,
    entry_no BIGINT NOT NULL CHECK (entry_no >= 1),
    -- Where the last of the cash came, in what, and from whom.
    store_no TEXT NOT NULL REFERENCES store, terminal_no TEXT NOT NULL REFERENCES terminal,
    basket_id UUID NOT NULL REFERENCES basket, customer_id UUID REFERENCES customer,
    order_id UUID REFERENCES sales_order, receipt_no TEXT NOT NULL,
    currency_code TEXT NOT NULL, amount BIGINT NOT NULL CHECK (amount > 0),
    due_on TEXT NOT NULL, noted_at BIGINT NOT NULL,
    journal_chain TEXT NOT NULL, journal_seq BIGINT NOT NULL,
    UNIQUE (owner_id, country_code, business_date, entry_no)
);
CREATE INDEX cash_report_by_day ON cash_report (business_date, cash_report_id, store_no);

-- By which document its owner was identified: apart from what is kept for ever, so that it can go.
CREATE TABLE cash_report_identity (
    cash_report_id UUID PRIMARY KEY REFERENCES cash_report, identity TEXT NOT NULL
);

-- That a report was filed with the authority, once.
CREATE TABLE cash_report_filing (
    cash_report_id UUID PRIMARY KEY REFERENCES cash_report, reference TEXT NOT NULL,
    filed_on TEXT NOT NULL, filed_by TEXT NOT NULL, filed_at BIGINT NOT NULL,
    journal_chain TEXT NOT NULL, journal_seq BIGINT NOT NULL
);
