-- How people get in: an e-mail address of their own beside the planner's, whether somebody else has chosen their password,
-- when they have signed in last, and links that open an account once.
alter table users
  add column email text,
  add column password_is_given boolean not null default false,
  add column last_login_at timestamptz;
alter table users add column list_search text not null generated always as (search_text(
  username || ' ' || coalesce(persplan_vorname, '') || ' ' || coalesce(persplan_nachname, '') || ' '
  || coalesce(persplan_email, '') || ' ' || coalesce(email, '') || ' ' || coalesce(persplan_telefon, ''))) stored;
create index users_by_list_search on users using gin (list_search gin_trgm_ops);

update users set last_login_at = known.at
from (select user_id, max(at) as at from (
    select user_id, at from audit where action = 'auth.login'
    union all select user_id, created_at from sessions) logins
  group by user_id) known
where known.user_id = users.id;

-- One of a kind for each person: a new one takes the place of the one before. Like a session it is known by the SHA-256 of
-- its token, so that a copy of this table opens nothing; one that a mail will bring has none until it goes out.
create table access_links (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('invitation', 'reset')),
  made_at timestamptz not null default now(),
  token_hash bytea unique,
  expires_at timestamptz,
  mail text check (mail in ('waiting', 'sent', 'failed')),
  problem text,
  unique (user_id, kind)
);
