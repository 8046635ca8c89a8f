-- Work that goes on beside requests. A job is there until it is done: who works on it holds an advisory lock,
-- which ends with its connection, so that a node that dies leaves the job to the others at once.
create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  -- While a job with this key waits or runs, there is no second one.
  key text,
  payload jsonb not null default '{}',
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  unique (kind, key)
);
create index jobs_by_time on jobs (run_at, id);

-- What a long-running action has to say to whoever started it.
create table background_results (
  id text primary key,
  kind text not null,
  started_by integer references users on delete set null,
  result text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index background_results_by_kind on background_results (kind, finished_at);
