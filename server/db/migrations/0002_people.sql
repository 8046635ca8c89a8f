create table users (
  id integer generated always as identity primary key,
  username text not null check (username <> ''),
  username_key text not null generated always as (name_key(username)) stored unique,
  is_admin boolean not null default false,
  is_active boolean not null default true,
  password_hash text,
  persplan_id text unique,
  persplan_barcode text,
  persplan_username text,
  persplan_nachname text,
  persplan_vorname text,
  persplan_email text,
  persplan_telefon text,
  created_at timestamptz not null default now(),
  search text not null generated always as (search_text(
    username || ' ' || coalesce(persplan_vorname, '') || ' ' || coalesce(persplan_nachname, '') || ' '
    || coalesce(persplan_email, '') || ' ' || coalesce(persplan_telefon, ''))) stored
);
create index users_by_username on users (username collate "de-x-icu", id);
create index users_by_search on users using gin (search gin_trgm_ops);

-- A session is known by the SHA-256 of its token: a copy of this table opens nothing.
create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- An attempt is written before its password is looked at, marked when it was wrong, removed when it was right.
create table login_attempts (
  id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  failed boolean not null default false,
  at timestamptz not null default now()
);
create index login_attempts_by_account on login_attempts (account, at);
create index login_attempts_by_address on login_attempts (address, at);

-- From where an account has logged in before: nobody is locked out by a stranger's failures elsewhere.
create table known_addresses (
  user_id integer not null references users on delete cascade,
  address text not null,
  at timestamptz not null default now(),
  primary key (user_id, address)
);

create table groups (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  name_key text not null generated always as (name_key(name)) stored unique,
  is_imported boolean not null default false,
  created_at timestamptz not null default now()
);

-- Two independent facts: `imported` is the planner's, `override` the administrators'.
create table memberships (
  user_id integer not null references users on delete cascade,
  group_id integer not null references groups on delete cascade,
  imported boolean not null default false,
  override text not null default 'none' check (override in ('none', 'grant', 'revoke')),
  is_effective boolean not null generated always as (override = 'grant' or (imported and override <> 'revoke')) stored,
  primary key (user_id, group_id)
);
create index memberships_by_group on memberships (group_id, user_id) where is_effective;

-- Who did what; written in the transaction that it tells of.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id integer,
  action text not null,
  subject jsonb not null default '{}'
);
create index audit_by_time on audit (at);
