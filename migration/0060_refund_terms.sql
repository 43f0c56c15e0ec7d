-- The deposit that an approval is about.
ALTER TABLE approval ADD COLUMN deposit_id UUID;
