CREATE TRIGGER acquirer_report_refuses_update BEFORE UPDATE ON acquirer_report
BEGIN SELECT RAISE(ABORT, 'acquirer_report is append-only'); END;
CREATE TRIGGER acquirer_report_refuses_delete BEFORE DELETE ON acquirer_report
BEGIN SELECT RAISE(ABORT, 'acquirer_report is append-only'); END;
CREATE TRIGGER acquirer_entry_refuses_update BEFORE UPDATE ON acquirer_entry
BEGIN SELECT RAISE(ABORT, 'acquirer_entry is append-only'); END;
CREATE TRIGGER acquirer_entry_refuses_delete BEFORE DELETE ON acquirer_entry
BEGIN SELECT RAISE(ABORT, 'acquirer_entry is append-only'); END;
