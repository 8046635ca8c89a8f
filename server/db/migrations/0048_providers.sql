-- Sign-in at a provider of the company's own (OpenID Connect).

-- Who somebody is at a provider: found once by a claim, from then on by the provider's own name for them.
create table identities (
  issuer text not null,
  subject text not null,
  user_id integer not null references users on delete cascade,
  made_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (issuer, user_id)
);
create index identities_by_user on identities (user_id);

-- Sign-ins that have begun and are not over. Like a session each is known by the SHA-256 of a secret that its browser alone
-- has; state, nonce and the verifier of the code are made from that secret and stand nowhere.
create table sign_ins (
  token_hash bytea primary key,
  issuer text not null,
  return_to text,
  -- The person shall prove anew at the provider who they are.
  again boolean not null default false,
  begun_at timestamptz not null default now()
);
create index sign_ins_by_age on sign_ins (begun_at);

-- Each word of a provider that somebody has logged out there counts once.
create table logout_tokens (
  issuer text not null,
  jti text not null,
  seen_at timestamptz not null default now(),
  primary key (issuer, jti)
);
create index logout_tokens_by_age on logout_tokens (seen_at);

-- Where a session comes from, so that the provider can end it.
alter table sessions
  add column issuer text,
  add column subject text,
  add column sid text;
create index sessions_by_subject on sessions (issuer, subject) where issuer is not null;

-- A provider's own name of a group, as groups.planner_name is the planner's. One of a provider never merges with another.
-- Each is there once: they are added under the lock of a sync.
alter table groups
  add column issuer text,
  add column provider_name text;
create index groups_of_provider on groups (issuer, provider_name) where issuer is not null;
