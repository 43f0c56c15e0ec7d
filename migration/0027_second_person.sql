-- Papers of other features that go out by mail; the approval of a second person and the photographs of
-- old jewellery; travellers who are taken down before they have paid.

-- What a mail carries that is no paper of an order: a tax-free form.
ALTER TABLE mail ADD COLUMN paper_id UUID;
CREATE INDEX mail_by_paper ON mail (paper_id, created_at) WHERE paper_id IS NOT NULL;

-- Above which value of a document somebody else signs too, in minor units; without one nobody does.
ALTER TABLE recycling_setting ADD COLUMN approval_above BIGINT;
ALTER TABLE recycling ADD COLUMN approved_by TEXT;

-- Photographs of the pieces of a document, drawn anew when they are taken.
CREATE TABLE recycling_photo (
    photo_id UUID PRIMARY KEY, recycling_id UUID NOT NULL REFERENCES recycling, picture BYTEA NOT NULL,
    taken_by TEXT NOT NULL, taken_at BIGINT NOT NULL
);
CREATE INDEX recycling_photo_by_document ON recycling_photo (recycling_id, taken_at, photo_id);

-- Who travels, taken down while the basket is still open. It goes with the form that it becomes, with
-- the basket that is given up, and after a day.
CREATE TABLE tax_free_prepared (
    basket_id UUID PRIMARY KEY REFERENCES basket, terminal_no TEXT NOT NULL,
    passport_no TEXT NOT NULL, issuing_country TEXT NOT NULL,
    family_name TEXT NOT NULL, given_name TEXT NOT NULL, born_on TEXT NOT NULL,
    residence_country TEXT NOT NULL, residence_address TEXT NOT NULL,
    arrived_on TEXT, departs_on TEXT, flight_no TEXT NOT NULL,
    prepared_by TEXT NOT NULL, prepared_at BIGINT NOT NULL
);
CREATE INDEX tax_free_prepared_by_time ON tax_free_prepared (prepared_at);
