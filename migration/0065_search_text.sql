-- Letters that do not come apart into a plain one and its mark are found by what people type for them: ø by o, ß by ss
-- (kernel/src/search.rs). What was written before is folded in the same way, so that it stays found.
UPDATE item SET search_text = replace(replace(replace(replace(replace(replace(replace(replace(search_text,
    'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ħ', 'h'), 'ı', 'i'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
WHERE search_text LIKE '%ø%' OR search_text LIKE '%ł%' OR search_text LIKE '%đ%' OR search_text LIKE '%ħ%'
    OR search_text LIKE '%ı%' OR search_text LIKE '%ß%' OR search_text LIKE '%æ%' OR search_text LIKE '%œ%';
UPDATE customer SET search_text = replace(replace(replace(replace(replace(replace(replace(replace(search_text,
    'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ħ', 'h'), 'ı', 'i'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
WHERE search_text LIKE '%ø%' OR search_text LIKE '%ł%' OR search_text LIKE '%đ%' OR search_text LIKE '%ħ%'
    OR search_text LIKE '%ı%' OR search_text LIKE '%ß%' OR search_text LIKE '%æ%' OR search_text LIKE '%œ%';
UPDATE deposit SET search_text = replace(replace(replace(replace(replace(replace(replace(replace(search_text,
    'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ħ', 'h'), 'ı', 'i'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
WHERE search_text LIKE '%ø%' OR search_text LIKE '%ł%' OR search_text LIKE '%đ%' OR search_text LIKE '%ħ%'
    OR search_text LIKE '%ı%' OR search_text LIKE '%ß%' OR search_text LIKE '%æ%' OR search_text LIKE '%œ%';
UPDATE tax_free_form SET search_text = replace(replace(replace(replace(replace(replace(replace(replace(search_text,
    'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ħ', 'h'), 'ı', 'i'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
WHERE search_text LIKE '%ø%' OR search_text LIKE '%ł%' OR search_text LIKE '%đ%' OR search_text LIKE '%ħ%'
    OR search_text LIKE '%ı%' OR search_text LIKE '%ß%' OR search_text LIKE '%æ%' OR search_text LIKE '%œ%';
