-- Orders are never changed but here: by what they are found is no part of the document. The job writes the index of their
-- words anew from the first one that is found by other words; until then they are looked at one by one.
UPDATE order_search_position SET indexed_to = min(indexed_to, COALESCE((SELECT min(o.rowid) - 1 FROM sales_order o
    WHERE o.search_text LIKE '%ø%' OR o.search_text LIKE '%ł%' OR o.search_text LIKE '%đ%'
    OR o.search_text LIKE '%ħ%' OR o.search_text LIKE '%ı%' OR o.search_text LIKE '%ß%'
    OR o.search_text LIKE '%æ%' OR o.search_text LIKE '%œ%'), indexed_to));
DROP TRIGGER sales_order_refuses_update;
UPDATE sales_order SET search_text = replace(replace(replace(replace(replace(replace(replace(replace(search_text,
    'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ħ', 'h'), 'ı', 'i'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
WHERE search_text LIKE '%ø%' OR search_text LIKE '%ł%' OR search_text LIKE '%đ%' OR search_text LIKE '%ħ%'
    OR search_text LIKE '%ı%' OR search_text LIKE '%ß%' OR search_text LIKE '%æ%' OR search_text LIKE '%œ%';
CREATE TRIGGER sales_order_refuses_update BEFORE UPDATE ON sales_order
BEGIN SELECT RAISE(ABORT, 'sales_order is append-only'); END;
