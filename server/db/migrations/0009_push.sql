-- The server's own keys, made at the first start: subscriptions hang on them.
create table server_keys (
  name text primary key,
  public_key text not null,
  private_key text not null
);

-- A device that wants to be told. It goes with the session in which it was set up: logout, deactivation and a new
-- password end it.
create table push_subscriptions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  device text not null default '',
  created_at timestamptz not null default now(),
  delivered_at timestamptz
);
create index push_subscriptions_by_user on push_subscriptions (user_id);
create index push_subscriptions_by_session on push_subscriptions (session_id);

-- What somebody wants to be told of, and when not: by the clock on the wall, also over midnight.
create table push_wishes (
  user_id integer primary key references users on delete cascade,
  quiet_from time,
  quiet_until time,
  recorder_duty boolean not null default true,
  new_document boolean not null default true
);
