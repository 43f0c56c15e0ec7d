//! What must hold in the books after every step.

/// Each row names what must hold and says how far it is off (domain appendix B).
pub(super) const OF_THE_BOOKS: &str = "
SELECT 'an order is the sum of its lines' AS name, COUNT(*) AS off FROM sales_order o WHERE o.total <>
  (SELECT COALESCE(SUM(l.net), -1) FROM sales_order_line l WHERE l.order_id = o.order_id)
UNION ALL SELECT 'tenders come to the total and its rounding', COUNT(*) FROM sales_order o
  WHERE o.total <>
  (SELECT COALESCE(SUM(t.amount), 0) FROM sales_order_tender t WHERE t.order_id = o.order_id)
  OR o.total + o.rounding <>
  (SELECT COALESCE(SUM(t.tendered - t.change_given), 0) FROM sales_order_tender t
   WHERE t.order_id = o.order_id)
UNION ALL SELECT 'VAT by rate is what the lines contain', COUNT(*) FROM sales_order o WHERE
  (SELECT COALESCE(SUM(v.vat_amount), 0) FROM sales_order_vat v WHERE v.order_id = o.order_id) <>
  (SELECT COALESCE(SUM(l.vat_amount), 0) FROM sales_order_line l WHERE l.order_id = o.order_id)
UNION ALL SELECT 'stock on hand is its ledger', COUNT(*) FROM stock s WHERE s.on_hand <>
  (SELECT COALESCE(SUM(l.quantity), 0) FROM stock_ledger l WHERE l.store_no = s.store_no
   AND l.item_no = s.item_no AND l.size_code = s.size_code AND l.bucket = 'ON_HAND')
UNION ALL SELECT 'reserved stock is its leases', COUNT(*) FROM stock s WHERE s.reserved <>
  (SELECT COALESCE(SUM(l.quantity), 0) FROM stock_lease l WHERE l.store_no = s.store_no
   AND l.item_no = s.item_no AND l.size_code = s.size_code)
UNION ALL SELECT 'no more is reserved than is there', COUNT(*) FROM stock s JOIN item i
  ON i.item_no = s.item_no WHERE NOT i.no_stock_posting AND (s.reserved > s.on_hand OR s.on_hand < 0)
UNION ALL SELECT 'a gift card is its ledger and not below nothing', COUNT(*) FROM gift_card g WHERE
  g.balance < 0 OR g.balance <> (SELECT COALESCE(SUM(l.amount), 0) FROM gift_card_ledger l
   WHERE l.gift_card_id = g.gift_card_id)
UNION ALL SELECT 'what gift cards lost is what they paid', CAST(
  (SELECT COALESCE(SUM(l.amount), 0) FROM gift_card_ledger l WHERE l.entry_type IN ('REDEEM', 'REVERSE')
   OR (l.entry_type = 'CLEAR' AND EXISTS (SELECT 1 FROM gift_card_ledger r
    WHERE r.tender_id = l.tender_id AND r.entry_type = 'REVERSE')))
  + (SELECT COALESCE(SUM(t.amount), 0) FROM sales_order_tender t WHERE t.tender_code = 'GIFTCARD')
  + (SELECT COALESCE(SUM(t.amount), 0) FROM deposit_tender t WHERE t.tender_code = 'GIFTCARD'
     AND t.amount > 0)
  + (SELECT COALESCE(SUM(t.amount), 0) FROM basket_tender t JOIN basket b ON b.basket_id = t.basket_id
     WHERE t.tender_code = 'GIFTCARD' AND t.amount > 0 AND b.state = 'PAYING') AS BIGINT)
UNION ALL SELECT 'a rest that was given up was below one and the last', COUNT(*)
  FROM gift_card_ledger l WHERE l.entry_type = 'CLEAR' AND (l.amount <= -100 OR l.balance <> 0)
UNION ALL SELECT 'what cards were charged with was sold or went back', CAST(
  (SELECT COALESCE(SUM(l.amount), 0) FROM gift_card_ledger l WHERE l.entry_type IN ('ACTIVATE', 'TOPUP'))
  - (SELECT COALESCE(SUM(l.net), 0) FROM sales_order_line l WHERE l.is_liability)
  + (SELECT COALESCE(SUM(t.amount), 0) FROM deposit_tender t WHERE t.tender_code = 'GIFTCARD'
     AND t.amount < 0)
  + (SELECT COALESCE(SUM(t.amount), 0) FROM basket_tender t JOIN basket b ON b.basket_id = t.basket_id
     WHERE t.tender_code = 'GIFTCARD' AND t.amount < 0 AND b.state = 'PAYING') AS BIGINT)
UNION ALL SELECT 'credit is its ledger and not below nothing', COUNT(*) FROM recycling_credit c WHERE
  c.balance < 0 OR c.balance <> (SELECT COALESCE(SUM(e.amount), 0) FROM recycling_credit_entry e
   WHERE e.customer_id = c.customer_id AND e.currency_code = c.currency_code)
UNION ALL SELECT 'what credit lost is what it paid', CAST(
  (SELECT COALESCE(SUM(e.amount), 0) FROM recycling_credit_entry e
   WHERE e.entry_type IN ('REDEEM', 'RESTORE'))
  + (SELECT COALESCE(SUM(t.amount), 0) FROM sales_order_tender t WHERE t.tender_code = 'RECYCLE')
  + (SELECT COALESCE(SUM(t.amount), 0) FROM deposit_tender t WHERE t.tender_code = 'RECYCLE')
  + (SELECT COALESCE(SUM(t.amount), 0) FROM basket_tender t JOIN basket b ON b.basket_id = t.basket_id
     WHERE t.tender_code = 'RECYCLE' AND b.state = 'PAYING') AS BIGINT)
UNION ALL SELECT 'loyalty credit is its ledger and its lots', COUNT(*) FROM loyalty_account a WHERE
  a.balance < 0 OR a.balance <> (SELECT COALESCE(SUM(e.amount), 0) FROM loyalty_entry e
   WHERE e.customer_id = a.customer_id AND e.currency_code = a.currency_code)
  OR a.balance <> (SELECT COALESCE(SUM(l.remaining), 0) FROM loyalty_lot l
   WHERE l.customer_id = a.customer_id AND l.currency_code = a.currency_code)
UNION ALL SELECT 'what loyalty credit lost is what it paid', CAST(
  (SELECT COALESCE(SUM(e.amount), 0) FROM loyalty_entry e WHERE e.entry_type IN ('REDEEM', 'RESTORE'))
  + (SELECT COALESCE(SUM(t.amount), 0) FROM sales_order_tender t WHERE t.tender_code = 'LOYALTY')
  + (SELECT COALESCE(SUM(t.amount), 0) FROM deposit_tender t WHERE t.tender_code = 'LOYALTY')
  + (SELECT COALESCE(SUM(t.amount), 0) FROM basket_tender t JOIN basket b ON b.basket_id = t.basket_id
     WHERE t.tender_code = 'LOYALTY' AND b.state = 'PAYING') AS BIGINT)
UNION ALL SELECT 'a sale earns once and no more than it was', COUNT(*) FROM loyalty_order e
  JOIN sales_order o ON o.order_id = e.order_id WHERE e.credit > o.total OR e.credit <>
  (SELECT COALESCE(SUM(n.amount), 0) FROM loyalty_entry n WHERE n.order_id = e.order_id
   AND n.entry_type = 'EARN')
UNION ALL SELECT 'a deposit holds what its ledger says and no more than is left', COUNT(*)
  FROM deposit d WHERE d.held < 0 OR d.held > d.remaining OR d.held <>
  (SELECT COALESCE(SUM(l.amount), 0) FROM deposit_ledger l WHERE l.deposit_id = d.deposit_id)
UNION ALL SELECT 'what is left of a deposit is what was not handed over', COUNT(*) FROM deposit d
  WHERE d.state <> 'CANCELLED' AND d.remaining <> (SELECT COALESCE(SUM(n.net), 0) FROM deposit_line n
   WHERE n.deposit_id = d.deposit_id AND n.order_id IS NULL)
UNION ALL SELECT 'what is over holds nothing', COUNT(*) FROM deposit d
  WHERE d.state IN ('SETTLED', 'CANCELLED') AND (d.held <> 0 OR d.remaining <> 0
   OR EXISTS (SELECT 1 FROM stock_lease l WHERE l.basket_id = d.basket_id))
UNION ALL SELECT 'the pieces of a deposit lie in its basket, and no others', CAST(
  (SELECT COUNT(*) FROM deposit d JOIN deposit_line n ON n.deposit_id = d.deposit_id
   JOIN basket_line l ON l.line_id = n.line_id JOIN basket b ON b.basket_id = l.basket_id
   WHERE n.order_id IS NULL AND l.basket_id <> d.basket_id
   AND NOT (b.state = 'PAYING' AND b.deposit_id = d.deposit_id))
  + (SELECT COUNT(*) FROM deposit d JOIN basket_line l ON l.basket_id = d.basket_id
   WHERE NOT EXISTS (SELECT 1 FROM deposit_line n WHERE n.line_id = l.line_id
    AND n.deposit_id = d.deposit_id AND n.order_id IS NULL)) AS BIGINT)
UNION ALL SELECT 'what came in for deposits was paid, and what went back given', CAST(
  (SELECT COALESCE(SUM(l.amount), 0) FROM deposit_ledger l WHERE l.entry_type IN ('PAY', 'GIVE_BACK'))
  - (SELECT COALESCE(SUM(t.amount), 0) FROM deposit_tender t) AS BIGINT)
UNION ALL SELECT 'a cancellation does what was agreed, once', COUNT(*) FROM deposit_cancellation c
  JOIN basket b ON b.basket_id = c.basket_id WHERE b.state = 'COMPLETED' AND (
  -c.given_back <> (SELECT COALESCE(SUM(l.amount), 0) FROM deposit_ledger l
   WHERE l.basket_id = c.basket_id AND l.entry_type = 'GIVE_BACK')
  OR -c.kept <> (SELECT COALESCE(SUM(l.amount), 0) FROM deposit_ledger l
   WHERE l.basket_id = c.basket_id AND l.entry_type = 'KEEP')
  OR c.added <> (SELECT COALESCE(SUM(l.amount), 0) FROM deposit_ledger l
   WHERE l.basket_id = c.basket_id AND l.entry_type = 'ADD'))
UNION ALL SELECT 'what is kept and added was agreed', CAST(
  (SELECT COALESCE(SUM(l.amount), 0) FROM deposit_ledger l WHERE l.entry_type IN ('KEEP', 'ADD'))
  - (SELECT COALESCE(SUM(c.added - c.kept), 0) FROM deposit_cancellation c
   JOIN basket b ON b.basket_id = c.basket_id WHERE b.state = 'COMPLETED') AS BIGINT)
UNION ALL SELECT 'of no booking more goes back than it took', COUNT(*) FROM refund_origin o
  WHERE o.given_back > o.taken OR o.given_back <> (SELECT COALESCE(SUM(p.amount), 0)
   FROM refund_part p WHERE p.tender_id = o.tender_id) + (SELECT COALESCE(SUM(a.amount), 0)
   FROM payment_attempt a WHERE a.refund_of = o.tender_id AND a.is_live)
UNION ALL SELECT 'a booking below zero is the parts that went back', COUNT(*) FROM basket_tender t
  JOIN basket b ON b.basket_id = t.basket_id WHERE b.purpose = 'CANCELLATION' AND -t.amount <>
  (SELECT COALESCE(SUM(p.amount), 0) FROM refund_part p WHERE p.refund_id = t.tender_id)
UNION ALL SELECT 'what left deposits paid for orders', CAST(
  (SELECT COALESCE(SUM(l.amount), 0) FROM deposit_ledger l WHERE l.entry_type IN ('APPLY', 'PUT_BACK'))
  + (SELECT COALESCE(SUM(t.amount), 0) FROM sales_order_tender t WHERE t.tender_code = 'DEPOSIT')
  + (SELECT COALESCE(SUM(t.amount), 0) FROM basket_tender t JOIN basket b ON b.basket_id = t.basket_id
     WHERE t.tender_code = 'DEPOSIT' AND b.state = 'PAYING') AS BIGINT)
UNION ALL SELECT 'a payment takes no more than is due, and gives back no more', COUNT(*)
  FROM (SELECT b.due, (SELECT COALESCE(SUM(t.amount), 0) FROM basket_tender t
   WHERE t.basket_id = b.basket_id) AS taken FROM basket b WHERE b.state = 'PAYING') p
  WHERE (p.due >= 0 AND p.taken > p.due) OR (p.due < 0 AND (p.taken < p.due OR p.taken > 0))
";
