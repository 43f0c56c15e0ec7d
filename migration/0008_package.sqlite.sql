CREATE TRIGGER setting_change_refuses_update BEFORE UPDATE ON setting_change
BEGIN SELECT RAISE(ABORT, 'setting_change is append-only'); END;
CREATE TRIGGER setting_change_refuses_delete BEFORE DELETE ON setting_change
BEGIN SELECT RAISE(ABORT, 'setting_change is append-only'); END;
