-- Forms and what happened to them stay; a form only goes on from state to state.
CREATE TRIGGER tax_free_event_refuses_delete BEFORE DELETE OR TRUNCATE ON tax_free_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tax_free_form_line_refuses_delete BEFORE DELETE OR TRUNCATE ON tax_free_form_line
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tax_free_form_refuses_delete BEFORE DELETE OR TRUNCATE ON tax_free_form
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tax_free_form_order_refuses_delete BEFORE DELETE OR TRUNCATE ON tax_free_form_order
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tax_free_void_refuses_delete BEFORE DELETE OR TRUNCATE ON tax_free_void
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tax_free_event_refuses_update BEFORE UPDATE ON tax_free_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tax_free_form_line_refuses_update BEFORE UPDATE ON tax_free_form_line
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tax_free_form_refuses_update BEFORE UPDATE OF form_id, store_no, terminal_no, serial_no, shop_no, country_code,
    currency_code, gross, vat, refund, fee, purchased_on, started_on, deadline_on, started_by, started_at ON tax_free_form
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tax_free_form_order_refuses_update BEFORE UPDATE OF form_id, order_id, receipt_no, purchased_on, gross ON tax_free_form_order
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tax_free_void_refuses_update BEFORE UPDATE OF void_id, form_id, reason, asked_by, asked_at ON tax_free_void
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
