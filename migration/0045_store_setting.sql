-- How often head office changed what a store does.
ALTER TABLE store ADD COLUMN setting_version BIGINT NOT NULL DEFAULT 1;

-- The most cash where the table of laws had nothing yet. What head office entered itself stays.
-- Belgium: law of 18 September 2017 on the prevention of money laundering and on limiting the use of cash,
-- article 67: 3,000 euros for goods. Portugal: Lei Geral Tributária, article 63-E (law 92/2017): 3,000 euros
-- are too much already, 10,000 for a natural person who lives elsewhere. Netherlands: Wwft, article 1f (Wet
-- plan van aanpak witwassen): 3,000 euros for goods are too much already.
INSERT INTO cash_limit (country_code, valid_from, currency_code, resident_maximum,
    visitor_maximum, above) VALUES
    ('BE', '2017-10-16', 'EUR', 300000, 300000, 'REFUSED'),
    ('PT', '2017-08-23', 'EUR', 299999, 999999, 'REFUSED'),
    ('NL', '2026-01-01', 'EUR', 299999, 299999, 'REFUSED')
    ON CONFLICT (country_code, valid_from) DO NOTHING;
