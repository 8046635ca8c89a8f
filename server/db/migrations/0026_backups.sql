-- What came of each backup that the server has made by itself or was told to make.
create table backups (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('daily', 'by_hand', 'base')),
  node text not null,
  file text not null,
  started_at timestamptz not null default now(),
  -- It was restored elsewhere, and every row was there; a base: all of it is on the disk.
  verified_at timestamptz,
  failed_at timestamptz,
  -- Why it failed, as a German sentence.
  problem text,
  bytes bigint,
  row_count bigint,
  sealed boolean not null default false,
  removed_at timestamptz
);
create index backups_by_time on backups (started_at);
