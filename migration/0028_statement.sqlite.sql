-- What was counted and posted stays as it was written.
CREATE TRIGGER statement_count_refuses_update BEFORE UPDATE ON statement_count
BEGIN SELECT RAISE(ABORT, 'statement_count is append-only'); END;
CREATE TRIGGER statement_count_refuses_delete BEFORE DELETE ON statement_count
BEGIN SELECT RAISE(ABORT, 'statement_count is append-only'); END;
CREATE TRIGGER statement_posting_refuses_update BEFORE UPDATE ON statement_posting
BEGIN SELECT RAISE(ABORT, 'statement_posting is append-only'); END;
CREATE TRIGGER statement_posting_refuses_delete BEFORE DELETE ON statement_posting
BEGIN SELECT RAISE(ABORT, 'statement_posting is append-only'); END;
CREATE TRIGGER statement_z_refuses_update BEFORE UPDATE ON statement_z
BEGIN SELECT RAISE(ABORT, 'statement_z is append-only'); END;
CREATE TRIGGER statement_z_refuses_delete BEFORE DELETE ON statement_z
BEGIN SELECT RAISE(ABORT, 'statement_z is append-only'); END;
-- What is in a statement leaves it only before that is posted.
CREATE TRIGGER statement_order_refuses_update BEFORE UPDATE ON statement_order
BEGIN SELECT RAISE(ABORT, 'statement_order is not changed'); END;
CREATE TRIGGER statement_order_refuses_delete BEFORE DELETE ON statement_order
WHEN (SELECT state FROM statement WHERE statement_no = OLD.statement_no) IN ('POSTING', 'POSTED')
BEGIN SELECT RAISE(ABORT, 'statement_order of a posted statement stays'); END;
CREATE TRIGGER statement_deposit_entry_refuses_update BEFORE UPDATE ON statement_deposit_entry
BEGIN SELECT RAISE(ABORT, 'statement_deposit_entry is not changed'); END;
CREATE TRIGGER statement_deposit_entry_refuses_delete BEFORE DELETE ON statement_deposit_entry
WHEN (SELECT state FROM statement WHERE statement_no = OLD.statement_no) IN ('POSTING', 'POSTED')
BEGIN SELECT RAISE(ABORT, 'statement_deposit_entry of a posted statement stays'); END;
CREATE TRIGGER statement_tender_refuses_update BEFORE UPDATE ON statement_tender
BEGIN SELECT RAISE(ABORT, 'statement_tender is not changed'); END;
CREATE TRIGGER statement_tender_refuses_delete BEFORE DELETE ON statement_tender
WHEN (SELECT state FROM statement WHERE statement_no = OLD.statement_no) IN ('POSTING', 'POSTED')
BEGIN SELECT RAISE(ABORT, 'statement_tender of a posted statement stays'); END;
CREATE TRIGGER statement_posted_refuses_update BEFORE UPDATE ON statement
WHEN OLD.state = 'POSTED'
BEGIN SELECT RAISE(ABORT, 'a posted statement is final'); END;
CREATE TRIGGER statement_refuses_delete BEFORE DELETE ON statement
BEGIN SELECT RAISE(ABORT, 'a statement is never deleted'); END;
