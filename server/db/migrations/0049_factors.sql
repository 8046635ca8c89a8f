-- What proves who somebody is beside the password: passkeys, and codes that an app makes of a secret that it shares with the
-- server, with codes on paper for when the app is gone.
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  credential_id bytea not null unique,
  -- As the browser gave it, in COSE: it opens nothing.
  public_key bytea not null,
  -- How often its device says that it was used; 0 where it does not count.
  counter bigint not null,
  -- What the device calls the account: random, the same for all passkeys of a person.
  user_handle bytea not null,
  made_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- Questions that browsers have been asked and have not answered yet: each for one browser, once, for minutes.
create table passkey_challenges (
  challenge bytea primary key,
  browser_hash bytea not null,
  -- Who is adding a passkey; null where somebody signs in. It is over before anybody could be deleted and come again.
  user_id integer,
  user_handle bytea,
  expires_at timestamptz not null
);
create index passkey_challenges_by_end on passkey_challenges (expires_at);

create table one_time_codes (
  user_id integer primary key references users on delete cascade,
  secret bytea not null,
  -- Null until a first code has shown that the app has the secret.
  on_since timestamptz,
  -- The half minute of the last code that was taken: none of it or before is taken again.
  last_step bigint
);

create table recovery_codes (
  user_id integer not null references one_time_codes on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
