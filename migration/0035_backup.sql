-- The nightly backup, and heads of the journal that leave this machine.
INSERT INTO scheduled_job (job_id, name, job_group, run_code, run_parameter, run_type, begin_minute,
    minutes_between, weekdays) VALUES
    ('SEND_ANCHORS', 'Send the journal''s hashes away', 'Books', 'SEND_ANCHORS', '', 'INTERVAL', 5, 10, 127);
