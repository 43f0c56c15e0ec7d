-- Gift cards are topped up, and a small rest on them is cleared.

-- The line of a basket that tops the card up, once it is paid. One at a time; until then the card pays
-- as before.
ALTER TABLE gift_card ADD COLUMN top_up_line_id UUID;
CREATE UNIQUE INDEX gift_card_by_top_up_line ON gift_card (top_up_line_id)
    WHERE top_up_line_id IS NOT NULL;
-- Whether the line puts more on its card, instead of selling it.
ALTER TABLE basket_line_gift_card ADD COLUMN is_top_up BOOLEAN NOT NULL DEFAULT FALSE;

-- The ledger learns two words, and until when what was put on a card holds. It refuses to be changed,
-- so it is made anew.
CREATE TABLE gift_card_ledger_anew (
    entry_id UUID PRIMARY KEY, gift_card_id UUID NOT NULL REFERENCES gift_card,
    entry_no BIGINT NOT NULL,
    entry_type TEXT NOT NULL CHECK (entry_type IN
        ('ACTIVATE', 'TOPUP', 'REDEEM', 'CLEAR', 'REVERSE', 'EXPIRE', 'VOID')),
    amount BIGINT NOT NULL CHECK (amount <> 0), balance BIGINT NOT NULL CHECK (balance >= 0),
    -- The tender that took it or gave it back; the order that sold it, or whose refund it carries.
    tender_id UUID, order_id UUID REFERENCES sales_order,
    store_no TEXT NOT NULL REFERENCES store, terminal_no TEXT REFERENCES terminal, staff_id TEXT,
    business_date TEXT NOT NULL, booked_at BIGINT NOT NULL,
    journal_chain TEXT NOT NULL, journal_seq BIGINT NOT NULL, expires_on TEXT,
    UNIQUE (gift_card_id, entry_no),
    CHECK ((amount > 0) = (entry_type IN ('ACTIVATE', 'TOPUP', 'REVERSE')))
);
INSERT INTO gift_card_ledger_anew (entry_id, gift_card_id, entry_no, entry_type, amount, balance,
    tender_id, order_id, store_no, terminal_no, staff_id, business_date, booked_at, journal_chain,
    journal_seq)
SELECT entry_id, gift_card_id, entry_no, entry_type, amount, balance, tender_id, order_id, store_no,
    terminal_no, staff_id, business_date, booked_at, journal_chain, journal_seq FROM gift_card_ledger;
DROP TABLE gift_card_ledger;
ALTER TABLE gift_card_ledger_anew RENAME TO gift_card_ledger;
CREATE UNIQUE INDEX gift_card_ledger_by_tender ON gift_card_ledger (tender_id, entry_type)
    WHERE tender_id IS NOT NULL;
CREATE INDEX gift_card_ledger_by_order ON gift_card_ledger (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX gift_card_ledger_by_day ON gift_card_ledger (store_no, business_date);
