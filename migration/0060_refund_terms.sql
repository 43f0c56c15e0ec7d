-- The deposit that an approval is about.
ALTER TABLE approval ADD COLUMN deposit_id UUID;

-- How a store gives back what was paid by a tender: whether in cash, and after how many days it is certain
-- that the money came in. None until the store has its own terms: then those of the kind hold.
ALTER TABLE tender_store ADD COLUMN cash_refund TEXT CHECK (cash_refund IN ('FREELY', 'APPROVED', 'NEVER'));
ALTER TABLE tender_store ADD COLUMN refund_after_days BIGINT CHECK (refund_after_days >= 0);
-- The same of a booking that goes back, as it was when that began: until its day nobody knows for certain.
ALTER TABLE refund_source ADD COLUMN cash_refund TEXT;
ALTER TABLE refund_source ADD COLUMN clears_on TEXT;
