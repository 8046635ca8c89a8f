-- What people are told about their sessions, and when a session has last proved its password.
-- `host_only`: its cookie has the prefix that a neighbouring host cannot set; older ones are exchanged.
alter table sessions
  add column device text not null default '',
  add column address text not null default '',
  add column confirmed_at timestamptz not null default now(),
  add column host_only boolean not null default false;
update sessions set confirmed_at = created_at;
