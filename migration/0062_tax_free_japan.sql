-- Japan's law of 2025: from 1 November 2026 on visitors pay with consumption tax and get it back when customs see
-- the goods leave, within 90 days of the purchase. Kept is what somebody has entered for that day already. The
-- shares are those of a demonstration, as for all countries.
INSERT INTO tax_free_rule (country_code, valid_from, is_available, currency_code, minimum,
    minimum_before_tax, minimum_age, resident_area, grouping_days, issue_days, stay_days_max,
    deadline_kind, deadline, cash_max, brackets) VALUES
    ('JP', '2026-11-01', TRUE, 'JPY', 5000, TRUE, 0, 'JP', 1, 1, 183, 'DAYS', 90, NULL,
     '[{"from":0,"percent":909,"fee":155}]')
    ON CONFLICT (country_code, valid_from) DO NOTHING;
