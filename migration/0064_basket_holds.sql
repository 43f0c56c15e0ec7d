-- What baskets hold though nobody comes back to it, which of them wait, and what was granted on them.

-- A certificate is held by a line that may still be sold, and by no more pieces than the line has.
DELETE FROM basket_certificate WHERE EXISTS (SELECT 1 FROM basket b
    WHERE b.basket_id = basket_certificate.basket_id AND b.state = 'EMPTIED');
DELETE FROM basket_certificate WHERE position > (SELECT l.quantity FROM basket_line l
    WHERE l.line_id = basket_certificate.line_id);

-- A gift card goes with its line to another basket, and is free when that one is given up.
UPDATE basket_line_gift_card SET basket_id = (SELECT l.basket_id FROM basket_line l
    WHERE l.line_id = basket_line_gift_card.line_id)
WHERE basket_id <> (SELECT l.basket_id FROM basket_line l WHERE l.line_id = basket_line_gift_card.line_id);
UPDATE gift_card SET state = 'STOCK', line_id = NULL, version = version + 1
WHERE state = 'RESERVED' AND NOT EXISTS (SELECT 1 FROM basket_line l JOIN basket b ON b.basket_id = l.basket_id
    WHERE l.line_id = gift_card.line_id AND b.state <> 'EMPTIED');
UPDATE gift_card SET top_up_line_id = NULL, version = version + 1
WHERE top_up_line_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM basket_line l
    JOIN basket b ON b.basket_id = l.basket_id
    WHERE l.line_id = gift_card.top_up_line_id AND b.state <> 'EMPTIED');

-- The baskets that wait in a store, parked or left behind: every till asks for them all the time.
CREATE INDEX basket_waiting ON basket (store_no) WHERE state = 'TEMPORARY';

-- The most of a line that all discounts may take together, in ten-thousandths of a per cent: what whoever stands
-- for this one may give. Of those that were given before nobody wrote it down.
ALTER TABLE manual_discount ADD COLUMN granted BIGINT NOT NULL DEFAULT 1000000;
