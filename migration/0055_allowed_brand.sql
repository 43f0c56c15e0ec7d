-- Which brands of cards a store takes with a tender, with commas between, as terminals spell them; blank for all.
ALTER TABLE tender_store ADD COLUMN allowed_brands TEXT NOT NULL DEFAULT '';
