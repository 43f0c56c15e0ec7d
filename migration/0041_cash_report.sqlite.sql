CREATE TRIGGER cash_report_refuses_update BEFORE UPDATE ON cash_report
BEGIN SELECT RAISE(ABORT, 'cash_report is append-only'); END;
CREATE TRIGGER cash_report_refuses_delete BEFORE DELETE ON cash_report
BEGIN SELECT RAISE(ABORT, 'cash_report is append-only'); END;
CREATE TRIGGER cash_report_filing_refuses_update BEFORE UPDATE ON cash_report_filing
BEGIN SELECT RAISE(ABORT, 'cash_report_filing is append-only'); END;
CREATE TRIGGER cash_report_filing_refuses_delete BEFORE DELETE ON cash_report_filing
BEGIN SELECT RAISE(ABORT, 'cash_report_filing is append-only'); END;
