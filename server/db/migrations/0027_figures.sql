-- How each node has fared, a row a minute, kept for a day.
create table node_minutes (
  node text not null,
  minute timestamptz not null,
  started_at timestamptz not null,
  build text not null,
  requests integer not null,
  failed integer not null,
  answer_ms real,
  delay_ms real not null,
  busy real not null,
  memory_bytes bigint not null,
  live integer not null,
  waiting integer,
  database_ms real,
  primary key (minute, node)
);

-- Errors that nobody expected, by the number that a person was told; no word of what anybody wrote.
create table failures (
  id bigint generated always as identity primary key,
  reference text not null,
  at timestamptz not null,
  node text not null,
  route text,
  what text not null,
  place text,
  request_id text
);
create index failures_by_time on failures (at);

-- Whether what ran in the background ended in a refusal or an error; its text is for people.
alter table background_results add column failed boolean not null default false;
