CREATE TRIGGER drawer_print_refuses_update BEFORE UPDATE ON drawer_print
BEGIN SELECT RAISE(ABORT, 'drawer_print is append-only'); END;
CREATE TRIGGER drawer_print_refuses_delete BEFORE DELETE ON drawer_print
BEGIN SELECT RAISE(ABORT, 'drawer_print is append-only'); END;
