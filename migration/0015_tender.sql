-- What a booked tender says of itself where no card attempt does: the last digits of a gift card, the
-- number of a slip or a cheque. Values that the shop keeps for customers and that pay like money write
-- their own ledgers; the tender only names them.
ALTER TABLE basket_tender ADD COLUMN brand TEXT;
ALTER TABLE basket_tender ADD COLUMN last_four TEXT;
ALTER TABLE basket_tender ADD COLUMN reference TEXT;
ALTER TABLE sales_order_tender ADD COLUMN reference TEXT;
