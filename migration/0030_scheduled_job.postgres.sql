-- What a run ended with stays.
CREATE TRIGGER scheduled_job_run_refuses_update BEFORE UPDATE ON scheduled_job_run
    FOR EACH ROW WHEN (OLD.state IN ('OK', 'FAILED')) EXECUTE FUNCTION refuse_change();
