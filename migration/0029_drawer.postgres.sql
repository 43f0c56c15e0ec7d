CREATE TRIGGER drawer_entry_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON drawer_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER drawer_kick_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON drawer_kick
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An approval is for a basket, for a document of old jewellery, or for the drawer of its till.
DO $$
DECLARE
    old_check TEXT;
BEGIN
    SELECT conname INTO STRICT old_check FROM pg_constraint
        WHERE conrelid = 'approval'::regclass AND contype = 'c'
        AND pg_get_constraintdef(oid) LIKE '%recycling_id IS NULL%';
    EXECUTE format('ALTER TABLE approval DROP CONSTRAINT %I', old_check);
END $$;
ALTER TABLE approval ADD CONSTRAINT approval_subject CHECK (basket_id IS NULL OR recycling_id IS NULL);
