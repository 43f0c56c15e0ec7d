-- Whether a gift card carries money that went back to a customer: it was never sold, and nobody takes it back.
-- Of cards from before nobody knows; only on the day of its sale is a card voided, and theirs is over.
ALTER TABLE gift_card ADD COLUMN is_refund BOOLEAN NOT NULL DEFAULT FALSE;
