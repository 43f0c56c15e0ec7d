CREATE TRIGGER sales_order_tender_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON sales_order_tender
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The words of an order and the parts of each, as feature/order/src/rule/search.rs cuts them. What
-- is too long for an index is cut: the search is, too.
CREATE FUNCTION order_search_words(search_text TEXT) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT array_to_tsvector(COALESCE(array_agg(left(piece, 24)), '{}')) FROM (
        SELECT regexp_split_to_table(search_text, '[\s\u00a0\u202f\u3000]+')
        UNION
        SELECT regexp_split_to_table(search_text,
            '[\s\u00a0\u202f\u3000!-/:-@\[-`{-~\u00ab\u00bb\u00b7\u2010-\u201f\u2026\u3001\u3002\u30fb\uff0c]+')
    ) AS cut (piece) WHERE piece <> ''
$$;
ALTER TABLE sales_order ADD COLUMN search_words tsvector
    GENERATED ALWAYS AS (order_search_words(search_text)) STORED;
CREATE INDEX sales_order_by_words ON sales_order USING gin (search_words);
