-- What is in a statement leaves it only before that is posted.
CREATE TRIGGER statement_recycling_entry_refuses_update BEFORE UPDATE ON statement_recycling_entry
BEGIN SELECT RAISE(ABORT, 'statement_recycling_entry is not changed'); END;
CREATE TRIGGER statement_recycling_entry_refuses_delete BEFORE DELETE ON statement_recycling_entry
WHEN (SELECT state FROM statement WHERE statement_no = OLD.statement_no) IN ('POSTING', 'POSTED')
BEGIN SELECT RAISE(ABORT, 'statement_recycling_entry of a posted statement stays'); END;
