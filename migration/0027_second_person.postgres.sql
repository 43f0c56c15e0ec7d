-- An approval is for a basket or for a document of old jewellery.
ALTER TABLE approval ALTER COLUMN basket_id DROP NOT NULL;
ALTER TABLE approval ADD COLUMN recycling_id UUID REFERENCES recycling;
ALTER TABLE approval ADD CHECK ((basket_id IS NULL) <> (recycling_id IS NULL));
CREATE INDEX approval_by_recycling ON approval (recycling_id, requested_at) WHERE recycling_id IS NOT NULL;

CREATE FUNCTION forget_traveller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM tax_free_prepared WHERE basket_id = NEW.basket_id;
    RETURN NULL;
END $$;
CREATE TRIGGER basket_given_up_forgets_traveller AFTER UPDATE OF state ON basket
    FOR EACH ROW WHEN (NEW.state = 'EMPTIED') EXECUTE FUNCTION forget_traveller();
