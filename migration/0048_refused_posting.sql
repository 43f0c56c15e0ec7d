-- What fills the sentence of the refusal for which a statement could not be posted, as JSON by name; none of
-- one that was refused before it was kept.
ALTER TABLE statement ADD COLUMN failure_params TEXT;
