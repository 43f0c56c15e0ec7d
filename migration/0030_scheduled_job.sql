-- What head office plans to be done again and again, and how each run went.

-- The weekdays are bits from Monday, times are minutes since midnight by the clock of the store, or of the
-- first store where none is named. A job that is not planned yet gets its next run by the scheduler.
CREATE TABLE scheduled_job (
    job_id TEXT PRIMARY KEY, name TEXT NOT NULL, job_group TEXT NOT NULL,
    run_code TEXT NOT NULL, run_parameter TEXT NOT NULL,
    run_type TEXT NOT NULL CHECK (run_type IN ('ONCE', 'INTERVAL', 'DAILY')),
    begin_minute BIGINT NOT NULL CHECK (begin_minute BETWEEN 0 AND 1439), end_date TEXT,
    minutes_between BIGINT NOT NULL CHECK (minutes_between BETWEEN 1 AND 1440),
    weekdays BIGINT NOT NULL CHECK (weekdays BETWEEN 0 AND 127),
    store_no TEXT REFERENCES store,
    is_planned BOOLEAN NOT NULL DEFAULT FALSE, next_run_at BIGINT,
    version BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX scheduled_job_by_time ON scheduled_job (next_run_at);

-- A run: asked for by somebody (IDLE), RUNNING under a lease that its process renews, and ended.
CREATE TABLE scheduled_job_run (
    run_id UUID PRIMARY KEY, job_id TEXT NOT NULL REFERENCES scheduled_job,
    state TEXT NOT NULL CHECK (state IN ('IDLE', 'RUNNING', 'OK', 'FAILED')),
    run_by TEXT, asked_at BIGINT NOT NULL, started_at BIGINT, ended_at BIGINT, lease_until BIGINT,
    -- How many things it changed; its words, which nobody translates; whether its process died on it.
    changed BIGINT, text TEXT NOT NULL DEFAULT '', was_interrupted BOOLEAN NOT NULL DEFAULT FALSE,
    CHECK ((state = 'RUNNING') = (lease_until IS NOT NULL)),
    CHECK ((state IN ('OK', 'FAILED')) = (ended_at IS NOT NULL))
);
CREATE INDEX scheduled_job_run_by_job ON scheduled_job_run (job_id, asked_at, run_id);
-- A job has one run at a time, and one is waited for.
CREATE UNIQUE INDEX scheduled_job_run_open ON scheduled_job_run (job_id)
    WHERE state IN ('IDLE', 'RUNNING');

INSERT INTO scheduled_job (job_id, name, job_group, run_code, run_parameter, run_type, begin_minute,
    minutes_between, weekdays) VALUES
    ('EXPIRE_LOYALTY', 'End loyalty credit', 'Customers', 'EXPIRE_LOYALTY', '', 'DAILY', 120, 1440, 127),
    ('EXPIRE_GIFTCARD', 'End gift cards', 'Customers', 'EXPIRE_GIFTCARD', '', 'DAILY', 130, 1440, 127),
    ('EXPIRE_CRM_GIFT', 'End gifts to customers', 'Customers', 'EXPIRE_CRM_GIFT', '', 'INTERVAL', 140, 60, 127),
    ('DEPOSIT_OVERDUE', 'Mark overdue deposits', 'Sales', 'DEPOSIT_OVERDUE', '', 'INTERVAL', 180, 60, 127),
    ('RELEASE_RESERVATIONS', 'Free pieces of left baskets', 'Sales', 'RELEASE_RESERVATIONS', '', 'INTERVAL', 0, 5, 127),
    ('RECYCLE_RELEASE', 'Release old jewellery', 'Sales', 'RECYCLE_RELEASE', '', 'INTERVAL', 0, 60, 127),
    ('CLOSE_DAYS', 'Close days, months and years', 'Books', 'CLOSE_DAYS', '', 'INTERVAL', 0, 10, 127),
    ('VERIFY_JOURNAL', 'Verify the books', 'Books', 'VERIFY_JOURNAL', '', 'DAILY', 300, 1440, 127);
