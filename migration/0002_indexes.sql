-- Look-ups that read a whole table once the shop has sold for years.
CREATE INDEX mail_by_order ON mail (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX payment_attempt_by_reversed_tender ON payment_attempt (reversed_tender_id)
    WHERE reversed_tender_id IS NOT NULL;
CREATE INDEX payment_attempt_driven ON payment_attempt (driver_id) WHERE driver_id IS NOT NULL;
