-- By which documents people were identified who paid, by when: they go after ten years.
CREATE INDEX basket_tender_identified ON basket_tender (booked_at) WHERE identity IS NOT NULL;
