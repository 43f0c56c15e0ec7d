-- Orders are never changed but here: by what they are found is no part of the document.
ALTER TABLE sales_order DISABLE TRIGGER sales_order_refuses_change;
UPDATE sales_order SET search_text = replace(replace(replace(replace(replace(replace(replace(replace(search_text,
    'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ħ', 'h'), 'ı', 'i'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
WHERE search_text LIKE '%ø%' OR search_text LIKE '%ł%' OR search_text LIKE '%đ%' OR search_text LIKE '%ħ%'
    OR search_text LIKE '%ı%' OR search_text LIKE '%ß%' OR search_text LIKE '%æ%' OR search_text LIKE '%œ%';
ALTER TABLE sales_order ENABLE TRIGGER sales_order_refuses_change;
