-- What baskets hold though nobody comes back to it.

-- A certificate is held by a line that may still be sold, and by no more pieces than the line has.
DELETE FROM basket_certificate WHERE EXISTS (SELECT 1 FROM basket b
    WHERE b.basket_id = basket_certificate.basket_id AND b.state = 'EMPTIED');
DELETE FROM basket_certificate WHERE position > (SELECT l.quantity FROM basket_line l
    WHERE l.line_id = basket_certificate.line_id);
