-- How somebody has left a list: the columns that they have hidden, and what it was narrowed to and ordered by. `list` is
-- 'users', or 'results-12' for those of one process. No row stands for the list as it is for everybody.
create table list_views (
  user_id integer not null references users on delete cascade,
  list text not null,
  hidden text[] not null default '{}',
  search jsonb not null default '{}',
  changed_at timestamptz not null default now(),
  primary key (user_id, list)
);

-- What an act on many things has changed, as it was before, so that whoever acted can take it back for a while.
create table undos (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null,
  before jsonb not null,
  made_at timestamptz not null default now()
);
create index undos_by_user on undos (user_id);
