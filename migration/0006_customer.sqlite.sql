CREATE TRIGGER customer_consent_refuses_update BEFORE UPDATE ON customer_consent
BEGIN SELECT RAISE(ABORT, 'customer_consent is append-only'); END;
CREATE TRIGGER customer_consent_refuses_delete BEFORE DELETE ON customer_consent
BEGIN SELECT RAISE(ABORT, 'customer_consent is append-only'); END;
CREATE TRIGGER customer_change_refuses_update BEFORE UPDATE ON customer_change
BEGIN SELECT RAISE(ABORT, 'customer_change is append-only'); END;
