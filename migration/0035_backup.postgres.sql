-- PostgreSQL is backed up by its own tools: the job is planned on no day.
INSERT INTO scheduled_job (job_id, name, job_group, run_code, run_parameter, run_type, begin_minute,
    minutes_between, weekdays) VALUES
    ('BACKUP', 'Back up and prove it', 'Books', 'BACKUP', 'DAILY=7 WEEKLY=4', 'DAILY', 240, 1440, 0);
