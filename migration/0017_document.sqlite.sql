CREATE TRIGGER invoice_refuses_update BEFORE UPDATE ON invoice
BEGIN SELECT RAISE(ABORT, 'invoice is append-only'); END;
CREATE TRIGGER invoice_refuses_delete BEFORE DELETE ON invoice
BEGIN SELECT RAISE(ABORT, 'invoice is append-only'); END;
CREATE TRIGGER document_print_refuses_update BEFORE UPDATE ON document_print
BEGIN SELECT RAISE(ABORT, 'document_print is append-only'); END;
CREATE TRIGGER document_print_refuses_delete BEFORE DELETE ON document_print
BEGIN SELECT RAISE(ABORT, 'document_print is append-only'); END;
