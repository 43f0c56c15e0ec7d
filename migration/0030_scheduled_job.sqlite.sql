-- What a run ended with stays.
CREATE TRIGGER scheduled_job_run_refuses_update BEFORE UPDATE ON scheduled_job_run
WHEN OLD.state IN ('OK', 'FAILED')
BEGIN SELECT RAISE(ABORT, 'scheduled_job_run is over'); END;
