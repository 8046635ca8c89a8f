-- The schema of release 1.1, in which an installation of release 2 begins. A database that 1.1 has made came here in
-- 67 steps and does not take this one (server/db/releases.ts); server/db/schema-1.1.txt lists what these had made.
--
-- Written columns of a table keep their order, also where another one would read better: a backup of 1.1 holds their
-- values, and its checksums, in this order.

-- == Names and search =================================================================================================

create extension if not exists pg_trgm;

-- German order in which numbers within a text count as numbers: 7, 0012, 123, A2, A10. Personnel numbers sort by it.
-- A restore that broke off may have left it.
create collation if not exists german_numbers (provider = icu, locale = 'de-u-kn-true');

-- A search ignores case and accents, and ß = ss, ä = a = ae. A search text holds two spellings of itself, one a line:
-- 'mueller' and, with ae, oe, ue drawn together, 'muller'. A word is found when its plain spelling stands in the text,
-- or its drawn-together one. So 'Müller', 'Mueller' and 'Muller' find each other, and 'el' still finds 'Michael'.
create function fold(value text) returns text
language sql immutable parallel safe strict
return regexp_replace(
  normalize(replace(replace(replace(replace(replace(lower(value collate "und-x-icu"), 'ß', 'ss'), 'æ', 'ae'), 'ø', 'o'), 'ł', 'l'), 'ı', 'i'), nfkd),
  '[\u0300-\u036f]', '', 'g');

create function fold_umlauts(value text) returns text
language sql immutable parallel safe strict
return replace(replace(replace(fold(value), 'ae', 'a'), 'oe', 'o'), 'ue', 'u');

-- PostgreSQL builds indexes and statistics, and reads its own dumps back, without our schema in the search path. A body
-- behind `return` is bound to the functions that it calls when it is made. One in plpgsql looks for them by name, and
-- so calls none of ours. This one draws letters together once, where an expression would three times.
create function both_spellings(folded text) returns text
language plpgsql immutable parallel safe strict as $$
declare
  drawn text := replace(replace(replace(folded, 'ae', 'a'), 'oe', 'o'), 'ue', 'u');
begin
  return folded || case when folded = drawn then '' else E'\n' || drawn end;
end
$$;

create function search_text(value text) returns text
language sql immutable parallel safe strict
return both_spellings(fold(value));

-- The LIKE pattern for a word, with % _ \ as plain characters.
create function search_pattern(folded text) returns text
language sql immutable parallel safe strict
return '%' || replace(replace(replace(folded, '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- Words are found by their beginnings, in both spellings. Every character between words becomes a space: the parser
-- would take 'tor/eingang' for a path, and quotation marks for letters.
create function words_of(value text) returns tsvector
language sql immutable parallel safe strict
return to_tsvector('simple', regexp_replace(search_text(value),
  U&'[\0001-\002F\003A-\0040\005B-\0060\007B-\00BF\2000-\206F\2E00-\2E7F]+', ' ', 'g'));

-- Two names written alike but for case, and for ways of writing the same characters, have the same key.
create function name_key(value text) returns text
language sql immutable parallel safe strict
return normalize(lower(normalize(value, nfkc) collate "und-x-icu"), nfkc);

-- Names are the same by full case folding: 'Straße' is 'STRASSE'. PostgreSQL folds by itself only from 18 on; small,
-- large and small again comes to the same, but for the ı, which has no dot and is no i: it is put aside meanwhile.
create function fold_case(value text) returns text
language sql immutable parallel safe strict
return normalize(replace(lower(upper(replace(lower(normalize(value, nfkc) collate "und-x-icu"), 'ı', U&'\E000')
  collate "und-x-icu") collate "und-x-icu"), U&'\E000', 'ı'), nfkc);

-- Statuses sort along the life of a thing, not by their letters. Documents end as Archiviert, happenings as Archiv.
create function in_life(status text) returns integer
language sql immutable parallel safe strict
return array_position(array['Entwurf', 'Inaktiv', 'Aktiv', 'Erledigt', 'Archiv', 'Archiviert'], status);

-- == People ===========================================================================================================

create table users (
  id integer generated always as identity primary key,
  username text not null check (username <> ''),
  username_key text not null generated always as (name_key(username)) stored unique,
  username_folded text not null generated always as (fold_case(username)) stored,
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
  -- 'Vorname Nachname' where a name is said, 'Nachname, Vorname' where it is sorted; the username where there is none.
  spoken_name text not null generated always as (coalesce(nullif(
    btrim(coalesce(persplan_vorname, '') || ' ' || coalesce(persplan_nachname, '')), ''), username)) stored,
  sorted_name text not null generated always as (coalesce(nullif(
    coalesce(persplan_nachname, '') || case when persplan_nachname <> '' and persplan_vorname <> '' then ', ' else '' end
    || coalesce(persplan_vorname, ''), ''), username)) stored,
  -- The name equals that of an older row: both were there before names were compared by full case folding.
  collides boolean not null default false,
  -- Since when they can no longer sign in, and since when nobody knows any more who they were.
  deactivated_at timestamptz,
  anonymised_at timestamptz,
  -- Their own address, beside the planner's.
  email text,
  -- Somebody else has chosen their password.
  password_is_given boolean not null default false,
  last_login_at timestamptz,
  -- Everybody may search people by their names, administrators by their addresses and numbers too.
  names_search text not null generated always as (search_text(
    username || ' ' || coalesce(persplan_vorname, '') || ' ' || coalesce(persplan_nachname, ''))) stored,
  list_search text not null generated always as (search_text(
    username || ' ' || coalesce(persplan_vorname, '') || ' ' || coalesce(persplan_nachname, '') || ' '
    || coalesce(persplan_email, '') || ' ' || coalesce(email, '') || ' ' || coalesce(persplan_telefon, ''))) stored,
  -- Two typed letters are compared with how names begin. A username begins as `names_search` does.
  surname_folded text generated always as (fold(persplan_nachname)) stored,
  first_name_folded text generated always as (fold(persplan_vorname)) stored
);
create index users_by_username on users (username collate "de-x-icu", id);
create index users_by_username_folded on users (username_folded);
create unique index users_username_folded on users (username_folded) where not collides;
create index users_by_spoken_name on users (spoken_name);
create index users_by_sorted_name on users (sorted_name);
create index users_by_names_search on users using gin (names_search gin_trgm_ops);
create index users_by_list_search on users using gin (list_search gin_trgm_ops);
create index users_by_deactivation on users (deactivated_at) where deactivated_at is not null and anonymised_at is null;

-- Among names that are the same, the one spelled so wins, then the older one.
create function user_named(given text) returns integer
language sql stable strict
return (select id from users where username_folded = fold_case(given)
  order by username_key = name_key(given) desc, id limit 1);

create function note_deactivation() returns trigger language plpgsql as $$
begin
  if new.is_active then
    new.deactivated_at := null;
  elsif tg_op = 'INSERT' or old.is_active then
    new.deactivated_at := coalesce(new.deactivated_at, now());
  end if;
  return new;
end
$$;
create trigger users_note_deactivation before insert or update of is_active on users
  for each row execute function note_deactivation();

-- A row for every change of who may be where: a server looks anew at who listens to a room when these have changed, and
-- only then. Rows are only added, so that nobody waits for anybody; they appear with the commit that they tell of.
create table rights_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default now()
);

create function note_rights_change() returns trigger language plpgsql as $$
begin
  insert into rights_changes default values;
  return null;
end
$$;
create trigger users_change_rights after delete or update of is_active, is_admin on users
  for each statement execute function note_rights_change();

-- == Groups ===========================================================================================================

create table groups (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  name_key text not null generated always as (name_key(name)) stored unique,
  name_folded text not null generated always as (fold_case(name)) stored,
  created_at timestamptz not null default now(),
  -- The planner's own name of a group. The shown name may differ: it never merges with a group of the same name.
  planner_name text unique,
  -- As `users.collides`.
  collides boolean not null default false,
  -- The same of a sign-in provider. Each is there once: groups are added under the lock of a sync.
  issuer text,
  provider_name text
);
create index groups_by_name_folded on groups (name_folded);
create unique index groups_name_folded on groups (name_folded) where not collides;
create index groups_of_provider on groups (issuer, provider_name) where issuer is not null;
create trigger groups_change_rights after delete or update of planner_name on groups
  for each statement execute function note_rights_change();

create function group_named(given text) returns integer
language sql stable strict
return (select id from groups where name_folded = fold_case(given)
  order by name_key = name_key(given) desc, id limit 1);

-- Two independent facts: `imported` is the planner's, `override` the administrators'.
create table memberships (
  user_id integer not null references users on delete cascade,
  group_id integer not null references groups on delete cascade,
  imported boolean not null default false,
  override text not null default 'none' check (override in ('none', 'grant', 'revoke')),
  is_effective boolean not null generated always as (override = 'grant' or (imported and override <> 'revoke')) stored,
  -- Author and time of the override.
  changed_by integer references users on delete set null,
  changed_at timestamptz,
  primary key (user_id, group_id)
);
create index memberships_by_group on memberships (group_id, user_id) where is_effective;
create index memberships_of_changer on memberships (changed_by);
create trigger memberships_change_rights after insert or update or delete on memberships
  for each statement execute function note_rights_change();

-- == Signing in =======================================================================================================

-- A session is known by the SHA-256 of its token: a copy of this table opens nothing.
create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Device and address are what people are told about their sessions.
  device text not null default '',
  address text not null default '',
  -- When it last proved its password.
  confirmed_at timestamptz not null default now(),
  -- Its cookie has the prefix that a neighbouring host cannot set.
  host_only boolean not null default false,
  -- The provider that it comes from can end it by these.
  issuer text,
  subject text,
  sid text
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_subject on sessions (issuer, subject) where issuer is not null;
-- A lost session hears no more of a room than somebody who was taken out of it.
create trigger sessions_change_rights after delete on sessions
  for each statement execute function note_rights_change();

-- An attempt is written before its password is looked at, marked when it was wrong, removed when it was right.
create table login_attempts (
  id bigint generated always as identity primary key,
  account text not null,
  -- The near network, an IPv6 /64 or a single IPv4 address; `wide` is the one around it (/48).
  address text not null,
  failed boolean not null default false,
  at timestamptz not null default now(),
  wide text not null default '',
  -- The account has logged in from there before: counted apart from all others.
  was_known boolean not null default false
);
create index login_attempts_by_account on login_attempts (account, at);
create index login_attempts_by_address on login_attempts (address, at);
create index login_attempts_by_wide on login_attempts (wide, at);

-- Networks from which an account has logged in before: nobody is locked out by a stranger's failures elsewhere.
create table known_addresses (
  user_id integer not null references users on delete cascade,
  address text not null,
  at timestamptz not null default now(),
  primary key (user_id, address)
);

-- Admits an attempt to log in, or does not, in one step: the lock, the counting and the writing down belong together,
-- and a login shall not cost more in round trips than in hashing its password.
-- 'refused': there are too many failures. 'wait': there would be, if all attempts under way failed too.
-- `for_strangers` is the answer for an account that is not known here: a wrong password is answered the same, whether
-- the account exists or not. An attempt that has not ended after half a minute has failed: its server is gone.
create function admit_attempt(
  given_name text, given_address text, given_near text, given_wide text, counts_network boolean,
  most integer, most_wide integer, since interval,
  most_known_hourly integer, most_others_hourly integer, fresh_below integer, quiet interval,
  out verdict text, out for_strangers text, out attempt bigint, out is_known boolean,
  out user_id integer, out password_hash text
) language plpgsql as $$
declare
  key text := fold_case(given_name);
begin
  -- Nobody enters a deactivated account, as if it had no password.
  select users.id, case when users.is_active then users.password_hash end into user_id, password_hash
    from users where users.id = user_named(given_name);
  -- Before networks were counted single addresses were remembered.
  is_known := exists (
    select from known_addresses
    where known_addresses.user_id = admit_attempt.user_id and address in (given_near, given_address));

  -- A crowd from one network is turned away without a lock: nobody has to stand in line behind it.
  if counts_network and not is_known and most <= (
    select count(*) from login_attempts where address = given_near and at > now() - since and failed) then
    verdict := 'refused';
    for_strangers := 'refused';
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('login ' || key, 0));
  -- Who holds the lock of a network waits for no account: the two are always taken in this order.
  if counts_network and not is_known then
    perform pg_advisory_xact_lock(hashtextextended('login from ' || given_near, 0));
  end if;

  with
    of_account as (
      select address, wide, was_known, at, failed or at < now() - interval '30 seconds' as has_failed
      from login_attempts where account = key and at > now() - interval '1 hour'),
    of_network as (
      select address = given_near as is_near, failed or at < now() - interval '30 seconds' as has_failed
      from login_attempts
      where counts_network and (address = given_near or wide = given_wide) and at > now() - since),
    -- From networks where the account is not known; to strangers this one counts as such.
    of_others as (
      select * from of_account where not was_known or address = given_near),
    -- Whoever has hardly guessed here yet gets one of few places, one at a time, when the measure of all is full.
    trickle as (
      select
        count(*) filter (where address = given_near) < fresh_below
        and count(*) filter (where wide = given_wide and counts_network) < fresh_below
        and count(*) filter (where at > now() - quiet) = 0 as is_open
      from of_others),
    measures (holds_for_known, holds_for_strangers, failures, attempts, most) as (
      select true, true, count(*) filter (where has_failed), count(*), most
        from of_account where address = given_near and at > now() - since
      union all
      select true, false, count(*) filter (where has_failed), count(*), most_known_hourly
        from of_account where was_known
      union all
      select false, not is_open, count(*) filter (where has_failed), count(*), most_others_hourly
        from of_others, trickle group by is_open
      union all
      select false, true, count(*) filter (where has_failed and is_near), count(*) filter (where is_near), most
        from of_network
      union all
      select false, true, count(*) filter (where has_failed), count(*), most_wide
        from of_network),
    verdicts as (
      select holds_for_known, holds_for_strangers,
        case when failures >= measures.most then 2 when attempts >= measures.most then 1 else 0 end as degree
      from measures)
  select
    (array['admitted', 'wait', 'refused'])[1 + coalesce(max(degree) filter (where holds_for_known), 0)],
    (array['admitted', 'wait', 'refused'])[1 + coalesce(max(degree) filter (where holds_for_strangers), 0)]
  into verdict, for_strangers from verdicts;
  if not is_known then
    verdict := for_strangers;
  end if;

  if verdict = 'admitted' then
    insert into login_attempts (account, address, wide, was_known)
      values (key, given_near, given_wide, is_known) returning id into attempt;
  end if;
end
$$;

-- Links that open an account once. One of a kind for each person: a new one takes the place of the one before. Known by
-- the SHA-256 of its token; one that a mail will bring has none until it goes out.
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

-- Somebody's account at a provider (OpenID Connect): found once by a claim, from then on by the provider's own name.
create table identities (
  issuer text not null,
  subject text not null,
  user_id integer not null references users on delete cascade,
  made_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (issuer, user_id)
);
create index identities_by_user on identities (user_id);

-- Sign-ins at a provider that have begun and are not over. Known by the SHA-256 of a secret that the browser alone has;
-- state, nonce and the verifier of the code are made from that secret and stand nowhere.
create table sign_ins (
  token_hash bytea primary key,
  issuer text not null,
  return_to text,
  -- The person shall prove anew at the provider who they are.
  again boolean not null default false,
  begun_at timestamptz not null default now()
);
create index sign_ins_by_age on sign_ins (begun_at);

-- Each message of a provider that somebody has logged out there counts once.
create table logout_tokens (
  issuer text not null,
  jti text not null,
  seen_at timestamptz not null default now(),
  primary key (issuer, jti)
);
create index logout_tokens_by_age on logout_tokens (seen_at);

create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  credential_id bytea not null unique,
  -- As the browser gave it, in COSE: it opens nothing.
  public_key bytea not null,
  -- Uses, as its device counts them; 0 where it does not.
  counter bigint not null,
  -- The device's name for the account: random, the same for all passkeys of a person.
  user_handle bytea not null,
  made_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- Challenges that browsers have not answered yet: each for one browser, once, for minutes.
create table passkey_challenges (
  challenge bytea primary key,
  browser_hash bytea not null,
  -- The person who adds a passkey; null where somebody signs in. It is over before anybody could be deleted and come
  -- again.
  user_id integer,
  user_handle bytea,
  expires_at timestamptz not null
);
create index passkey_challenges_by_end on passkey_challenges (expires_at);

-- Codes that an app makes of a secret that it shares with the server, with codes on paper for when the app is gone.
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

-- Programs that act for an administrator.
create table api_tokens (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  -- As 'documents:read'.
  scopes text[] not null,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- To the minute.
  used_at timestamptz,
  used_from text
);
create index api_tokens_by_user on api_tokens (user_id);

-- A demoted or deactivated administrator loses them for good: nobody who is made one again gets back what they have
-- forgotten.
create function drop_api_tokens() returns trigger language plpgsql as $$
begin
  delete from api_tokens where user_id = new.id;
  return null;
end
$$;
create trigger users_drop_api_tokens after update of is_active, is_admin on users
  for each row when (old.is_active and old.is_admin and not (new.is_active and new.is_admin))
  execute function drop_api_tokens();

-- == Documents ========================================================================================================

create table images (
  id text primary key,
  type text not null,
  bytes bytea not null,
  uploaded_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  small bytea,
  -- Sent for a document; else for a chat, and only its members see it.
  is_for_docs boolean not null default false
);
alter table images alter column bytes set storage external, alter column small set storage external;
-- Added up before somebody may send more on a day.
create index images_by_day on images (uploaded_by, created_at);
create index images_of_chats_by_time on images (created_at) where not is_for_docs;

-- All texts of a tree, and the names of its fields; empty where it cannot be looked into.
create function document_text(content json) returns text
language plpgsql immutable strict as $$
begin
  return coalesce(string_agg(one #>> '{}', ' '), '')
  from (
    select jsonb_path_query(content::jsonb, 'strict $.** ? (exists(@.text)).text') as one
    union all
    select jsonb_path_query(content::jsonb, 'strict $.** ? (exists(@.attrs.name)).attrs.name')) as all_texts;
exception when untranslatable_character or data_exception then
  return '';
end
$$;

-- Null where there are more words than PostgreSQL keeps of one text.
create function words_if_few(spelled text) returns tsvector
language plpgsql immutable strict as $$
begin
  return to_tsvector('simple', regexp_replace(spelled,
    U&'[\0001-\002F\003A-\0040\005B-\0060\007B-\00BF\2000-\206F\2E00-\2E7F]+', ' ', 'g'));
exception when program_limit_exceeded then
  return null;
end
$$;

-- The beginning counts where a text is too long.
create function document_words(content json) returns tsvector
language sql immutable strict
return coalesce(
  words_if_few(search_text(left(document_text(content), 500000))),
  words_if_few(search_text(left(document_text(content), 50000))),
  ''::tsvector);

create table docs (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  status text not null default 'Entwurf'
    check (status in ('Entwurf', 'Inaktiv', 'Aktiv', 'Erledigt', 'Archiviert')),
  public boolean not null default false,
  -- To the letter as it was checked.
  content json not null,
  -- Read from the content: its fields in their order, as {name, type}, and its uploaded images.
  fields jsonb not null default '[]',
  images text[] not null default '{}',
  -- Counts the saved contents.
  version integer not null default 1,
  last_update timestamptz not null default now(),
  deleted_at timestamptz,
  -- When somebody of the staff first opened it since it became Aktiv; by whom is nobody's business.
  first_read_at timestamptz,
  -- Until when it is to be filled in, when it is published by itself, and whether people are told then.
  due_on date,
  publish_at timestamptz,
  publish_tells boolean not null default true,
  -- The rule by which it begins anew, by the clock on the wall, and when it does so next.
  repeats jsonb,
  next_round_at timestamptz,
  -- People hand it in when they are through with it, and sign it; null where they do not.
  hand_in text check (hand_in in ('plain', 'signed')),
  -- Fields not asked of somebody who has entered nothing yet, because the condition of their section does not hold.
  -- Reckoned by contract/document/conditions.ts with every change.
  hidden text[] not null default '{}',
  -- Everybody's answers begin anew with each round.
  round integer not null default 1,
  search text not null generated always as (search_text(name)) stored,
  words tsvector not null generated always as (document_words(content)) stored
);
create index docs_by_name on docs (name collate "de-x-icu", id);
create index docs_by_search on docs using gin (search gin_trgm_ops);
create index docs_by_words on docs using gin (words);
create index docs_by_images on docs using gin (images);
create index docs_by_publishing on docs (publish_at) where publish_at is not null;
create index docs_by_next_round on docs (next_round_at) where next_round_at is not null;

-- Groups that see a document that is not public.
create table doc_groups (
  doc_id integer not null references docs on delete cascade,
  group_id integer not null references groups on delete cascade,
  primary key (doc_id, group_id)
);
create index doc_groups_by_group on doc_groups (group_id);

-- Answers of a person, by the names of the fields. They outlive their author and fields that went away.
create table doc_answers (
  id integer generated always as identity primary key,
  doc_id integer not null references docs on delete cascade,
  user_id integer references users on delete set null,
  data jsonb not null default '{}',
  changed_at timestamptz not null default now(),
  handed_in_at timestamptz,
  -- Strokes as numbers, or their name.
  signature jsonb,
  -- As of the document, for these answers.
  hidden text[] not null default '{}',
  -- Counts the hand-ins taken back in this round: a press that has waited without a network counts in its own round
  -- alone, and not after what it stands for was taken back.
  taken_back integer not null default 0,
  unique (doc_id, user_id)
);
create index doc_answers_by_user on doc_answers (user_id);

-- The results as they were when a round ended.
create table doc_rounds (
  id integer generated always as identity primary key,
  doc_id integer not null references docs on delete cascade,
  ended_at timestamptz not null default now(),
  -- The name of then.
  ended_by text not null,
  results jsonb not null,
  ended_by_id integer references users on delete set null
);
create index doc_rounds_by_doc on doc_rounds (doc_id);
create index doc_rounds_by_time on doc_rounds (ended_at);

-- Contents that a document has had, by the number of its version. One of before versions were kept is put here with the
-- next content: then nobody knows who saved it, and `saved_at` is the last change of the document.
create table doc_versions (
  doc_id integer not null references docs on delete cascade,
  version integer not null,
  saved_at timestamptz not null default now(),
  saved_by integer references users on delete set null,
  is_found boolean not null default false,
  -- A named one is kept for good.
  name text check (name <> ''),
  -- When the one was saved that it has brought back.
  restores timestamptz,
  -- As of the document, to the letter.
  content json not null,
  fields jsonb not null,
  images text[] not null default '{}',
  -- Where the answers are of fields that have another name today.
  names jsonb not null default '{}',
  bytes integer not null,
  primary key (doc_id, version)
);
create index doc_versions_by_user on doc_versions (saved_by);
create index doc_versions_by_images on doc_versions using gin (images);

-- Photos in answers. Apart from other images: the person and administrators alone see them, and they go with the answer,
-- the round or the document that shows them.
create table doc_photos (
  id text primary key,
  doc_id integer not null references docs on delete cascade,
  user_id integer references users on delete set null,
  -- The round that shows it; null as long as the answers of today may.
  round_id integer references doc_rounds on delete cascade,
  type text not null,
  bytes bytea not null,
  small bytea not null,
  created_at timestamptz not null default now()
);
alter table doc_photos alter column bytes set storage external, alter column small set storage external;
create index doc_photos_by_doc on doc_photos (doc_id, user_id);
create index doc_photos_by_user on doc_photos (user_id, created_at);
create index doc_photos_by_round on doc_photos (round_id);

-- When somebody was last reminded of a document: once a day, whoever asks for it.
create table doc_reminders (
  doc_id integer not null references docs on delete cascade,
  user_id integer not null references users on delete cascade,
  -- By the clock of the company.
  day date not null,
  reminded_at timestamptz not null default now(),
  primary key (doc_id, user_id)
);
create index doc_reminders_by_user on doc_reminders (user_id);

-- == Happenings and times =============================================================================================

-- The planner's plan. Its own names of things stand in planner_id; wall-clock times are the company's.
create table happenings (
  id integer generated always as identity primary key,
  planner_id text not null unique,
  name text not null,
  type text not null default '',
  date date not null,
  status text not null default 'Entwurf' check (status in ('Entwurf', 'Inaktiv', 'Aktiv', 'Erledigt', 'Archiv')),
  search text not null generated always as (search_text(name || ' ' || type)) stored
);
create index happenings_by_search on happenings using gin (search gin_trgm_ops);
-- Long lists are filtered, and leafed through, in the indexes of their orders alone. A list read backwards has nulls
-- last and equal ones by their id, which no index of the other direction gives.
create index happenings_in_days on happenings (date, id) include (status, type);
create index happenings_in_days_back on happenings (date desc nulls last, id) include (status, type);
create index happenings_in_names on happenings (name collate "de-x-icu", id) include (status, type, date);
create index happenings_in_names_back on happenings (name collate "de-x-icu" desc nulls last, id) include (status, type, date);
create index happenings_in_types on happenings (type collate "de-x-icu", id) include (status, date);
create index happenings_in_types_back on happenings (type collate "de-x-icu" desc nulls last, id) include (status, date);
create index happenings_in_life on happenings (in_life(status), id) include (status, type, date);
create index happenings_in_life_back on happenings (in_life(status) desc nulls last, id) include (status, type, date);
create index happenings_of_status on happenings (status, type);

create table subhappenings (
  id integer generated always as identity primary key,
  happening_id integer not null references happenings on delete cascade,
  planner_id text not null unique,
  name text not null,
  search text not null generated always as (search_text(name)) stored
);
create index subhappenings_by_happening on subhappenings (happening_id);

-- People who record the times of a sub-happening.
create table subhappening_users (
  subhappening_id integer not null references subhappenings on delete cascade,
  user_id integer not null references users on delete cascade,
  primary key (subhappening_id, user_id)
);
create index subhappening_users_by_user on subhappening_users (user_id);

create table time_entries (
  id integer generated always as identity primary key,
  subhappening_id integer not null references subhappenings on delete cascade,
  -- A key of our own where `unplanned`, under which the planner may take the entry over.
  planner_id text not null unique,
  personalnummer text,
  first_name text,
  last_name text,
  subcontractor text,
  status text,
  aufgabe text,
  funktion text,
  soll_von timestamp,
  soll_bis timestamp,
  -- Whole minutes between the two instants; null while one of them is missing, and where the person has cancelled.
  soll_minutes integer,
  ist_von timestamp,
  ist_bis timestamp,
  ist_minutes integer,
  -- Counts the changes of the actual times made here; what is sent carries it, so that a repeat books nothing twice.
  revision integer not null default 0,
  submitted boolean not null default false,
  refused text,
  -- The planner may hold times of it. Set before they are sent, since an answer may get lost; times that are cleared
  -- here afterwards have to be withdrawn there.
  booked boolean not null default false,
  -- The person whose times these were before their name was taken out: a sync leaves it out, too.
  former_user_id integer references users on delete set null,
  -- Counts the planner's changes of the actual times. It changes them only as long as nobody here has, so these come
  -- before those that `revision` counts, and both together say which state of the times somebody has seen.
  imports integer not null default 0,
  -- Counts the changes of the plan, with the time of the last: a calendar asks whether it has changed.
  plan_revision integer not null default 0,
  planned_at timestamptz not null default now(),
  note text check (char_length(note) between 1 and 200),
  -- The person did not come.
  absent boolean not null default false,
  -- Added by a recorder: nobody planned them.
  unplanned boolean not null default false,
  -- Minutes of break within the entry, as planned, where the planner says them, and as it was.
  soll_pause integer,
  ist_pause integer,
  to_withdraw boolean not null generated always as (
    booked and not submitted and ist_von is null and ist_bis is null) stored,
  search text not null generated always as (search_text(
    coalesce(personalnummer, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(first_name, '') || ' '
    || coalesce(funktion, '') || ' ' || coalesce(aufgabe, '') || ' ' || coalesce(subcontractor, ''))) stored
);
create index time_entries_by_subhappening on time_entries (subhappening_id)
  include (soll_minutes, ist_minutes, submitted, to_withdraw, absent);
create index time_entries_by_person on time_entries (personalnummer, ist_von);
create index time_entries_by_name on time_entries (last_name, first_name);
create index time_entries_by_former_user on time_entries (former_user_id) where former_user_id is not null;

create function count_plan() returns trigger language plpgsql as $$
begin
  if (new.soll_von, new.soll_bis, new.status, new.funktion, new.aufgabe)
    is distinct from (old.soll_von, old.soll_bis, old.status, old.funktion, old.aufgabe) then
    new.plan_revision := old.plan_revision + 1;
    new.planned_at := now();
  end if;
  return new;
end
$$;
create trigger time_entries_count_plan
  before update of soll_von, soll_bis, status, funktion, aufgabe on time_entries
  for each row execute function count_plan();

-- Somebody with times has come.
create function end_absence() returns trigger language plpgsql as $$
begin
  if new.ist_von is not null or new.ist_bis is not null then
    new.absent := false;
  end if;
  return new;
end
$$;
create trigger time_entries_end_absence
  before update of ist_von, ist_bis, absent on time_entries
  for each row when (new.absent) execute function end_absence();

-- Changes of an entry's actual times, and what became of them at the planner. Rows are never changed, and go only with
-- the entry. Note, absence and break are null where nothing was said of them.
create table time_history (
  id bigint generated always as identity primary key,
  entry_id integer not null references time_entries on delete cascade,
  at timestamptz not null default now(),
  user_id integer references users on delete set null,
  kind text not null check (kind in ('changed', 'sent', 'withdrawn', 'refused', 'planned')),
  old_von timestamp,
  old_bis timestamp,
  new_von timestamp,
  new_bis timestamp,
  message text,
  old_note text,
  new_note text,
  old_absent boolean,
  new_absent boolean,
  old_pause integer,
  new_pause integer
);
create index time_history_by_entry on time_history (entry_id, id);
create index time_history_by_user on time_history (user_id);
create index time_history_by_time on time_history (at);

-- The planner books each pair of an entry and a revision once. A database that was brought back, or begun anew beside a
-- planner that knows an earlier one, counts from a number that no earlier one has reached: seconds since 2020, while
-- nobody changes an entry once a second for years.
create table revisions (
  one boolean primary key default true check (one),
  sent_from bigint not null
);
insert into revisions (sent_from) values (greatest(0, extract(epoch from now())::bigint - 1577836800));

-- The secret address under which somebody's calendar fetches their shifts: one each, stored hashed like a session.
create table shift_feeds (
  user_id integer primary key references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now()
);

-- The last day on whose morning recorders were reminded: once a day, however many servers there are.
create table reminded (
  one boolean primary key default true check (one),
  day date not null
);

-- == Chat =============================================================================================================

-- A pair of people has a room of this id, a group one of its own id. A room of a group that has no row yet is as it
-- begins: empty, and visible when the group is a custom one.
create table direct_chats (
  id integer generated always as identity primary key,
  user_low integer references users on delete set null,
  user_high integer references users on delete set null,
  unique (user_low, user_high)
);
create index direct_chats_by_high on direct_chats (user_high);

create table chat_rooms (
  kind text not null check (kind in ('groups', 'direct')),
  id integer not null,
  visible boolean,
  -- The group's name when it was deleted: its messages stay.
  name text,
  -- Messages of a room get their numbers under the lock of this row: their order is that of their commits.
  last_message_id bigint,
  -- Counts what else has happened in it: deletions.
  revision integer not null default 0,
  primary key (kind, id)
);
create trigger rooms_change_rights after update of visible on chat_rooms
  for each statement execute function note_rights_change();

create table chat_messages (
  id bigint generated always as identity primary key,
  kind text not null,
  room_id integer not null,
  user_id integer references users on delete set null,
  content text not null,
  image_id text references images on delete set null,
  client_key text,
  created_at timestamptz not null default now(),
  foreign key (kind, room_id) references chat_rooms on delete cascade
-- Analysed after half as many more, not after a tenth: in a young company with many people that is each minute.
) with (autovacuum_analyze_scale_factor = 0.5);
create index chat_messages_by_room on chat_messages (kind, room_id, id);
create index chat_messages_by_author on chat_messages (user_id, created_at);
create unique index chat_messages_by_key on chat_messages (user_id, client_key) where client_key is not null;
create index chat_messages_by_image on chat_messages (image_id) where image_id is not null;
create index chat_messages_by_time on chat_messages (created_at);
-- Sorted in small portions: nobody's message waits for thousands of others. Without statistics: breaking 30,000
-- messages into their words takes five times as long as the rest of an analyze, and the search says itself what it asks
-- of this index (server/find/messages-store.ts).
create index chat_messages_by_words on chat_messages using gin (words_of(content)) with (gin_pending_list_limit = 256);
alter index chat_messages_by_words alter column 1 set statistics 0;

-- A deleted message, by the key under which it was sent: a device that never heard of its success sends it again.
create table deleted_messages (
  user_id integer not null references users on delete cascade,
  client_key text not null,
  message_id bigint not null,
  deleted_at timestamptz not null default now(),
  primary key (user_id, client_key)
);

-- A person's wish for a room, and up to where they have read it.
create table chat_marks (
  user_id integer not null references users on delete cascade,
  kind text not null,
  room_id integer not null,
  noise_level text check (noise_level in ('alert', 'show', 'mute')),
  read_up_to bigint not null default 0,
  primary key (user_id, kind, room_id)
);
create index chat_marks_alerted on chat_marks (kind, room_id) where noise_level = 'alert';

-- == Push and webhooks ================================================================================================

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

-- News that somebody wants on their devices, and when not: by the clock on the wall, also over midnight.
create table push_wishes (
  user_id integer primary key references users on delete cascade,
  quiet_from time,
  quiet_until time,
  recorder_duty boolean not null default true,
  new_document boolean not null default true,
  -- Apart from `recorder_duty`: somebody who wants to hear of a new team may not want to be reminded.
  missing_times boolean not null default true
);

-- Other programs that are told of what happens here.
create table webhooks (
  id integer generated always as identity primary key,
  address text not null,
  -- As 'people.changed'.
  events text[] not null,
  -- In clear: each delivery is signed with it.
  secret bytea not null,
  is_active boolean not null default true,
  made_at timestamptz not null default now(),
  -- By the server itself, after a day on which nothing was taken.
  switched_off_at timestamptz
);

-- Written in the transaction that they tell of, with a job each that sends them (webhooks.deliver).
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id integer not null references webhooks on delete cascade,
  -- The same for each try: by it a receiver knows what it has already.
  message_id uuid not null default gen_random_uuid(),
  event text not null,
  -- As it is signed and sent: numbers, and names of things.
  body text not null,
  made_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  tries integer not null default 0,
  tried_at timestamptz,
  status integer,
  problem text,
  -- A second one of the same is not made as long as this one was not tried.
  once text
);
create unique index webhook_deliveries_once on webhook_deliveries (webhook_id, once)
  where tries = 0 and once is not null;
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_by_time on webhook_deliveries (made_at);

-- == Jobs =============================================================================================================

-- Work that goes on beside requests. A job is there until it is done: its worker holds an advisory lock, which ends with
-- its connection, so that a server that dies leaves the job to the others at once.
create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  -- While a job with this key waits or runs, there is no second one.
  key text,
  payload jsonb not null default '{}',
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  -- Jobs of one kind wait in queues of their own: pushes behind those of the same service, a person's sendings behind
  -- each other. The head of each queue is found however long another one is.
  queue text not null default '',
  -- A newer push takes the place of one that waits; its worker sees by this that it was replaced meanwhile.
  version integer not null default 0,
  -- After this the work is worth nothing any more.
  useful_until timestamptz,
  unique (kind, key)
);
create index jobs_by_queue on jobs (kind, queue, run_at, id);
create index jobs_by_usefulness on jobs (useful_until) where useful_until is not null;
create index jobs_by_person on jobs ((payload->>'user_id')) where payload->>'user_id' is not null;
create index jobs_by_result on jobs ((payload->>'background_result_id')) where payload->>'background_result_id' is not null;

-- Jobs that were not done, and why: nothing is dropped in silence. Folded to a row for each day.
create table job_losses (
  id bigint generated always as identity primary key,
  kind text not null,
  reason text not null check (reason in ('failed', 'dropped', 'outdated')),
  count integer not null default 1,
  at timestamptz not null default now()
);
create index job_losses_by_time on job_losses (at);

-- Result of a long-running action, for the person who started it.
create table background_results (
  id text primary key,
  kind text not null,
  started_by integer references users on delete set null,
  -- German, for people.
  result text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Others who started the same while it ran: they got its id, and may read its result too.
  also_for integer[] not null default '{}',
  -- It ended in a refusal or an error.
  failed boolean not null default false,
  -- For programs; null while it runs.
  outcome text
);
create index background_results_by_kind on background_results (kind, finished_at);

-- == Lists ============================================================================================================

-- A list as somebody has left it: hidden columns, filters and order. `list` is 'users', or 'results-12' for those of one
-- process. A list as it is for everybody has no row.
create table list_views (
  user_id integer not null references users on delete cascade,
  list text not null,
  hidden text[] not null default '{}',
  search jsonb not null default '{}',
  changed_at timestamptz not null default now(),
  primary key (user_id, list)
);

-- Things as they were before an act on many of them, so that its author can take it back for a while.
create table undos (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null,
  before jsonb not null,
  made_at timestamptz not null default now()
);
create index undos_by_user on undos (user_id);

-- == Audit log ========================================================================================================

-- Objects of a row, as 'doc 7'; the keys of `subject` say of which kind an id is.
create function audit_objects(subject jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct kind || ' ' || id order by kind || ' ' || id), '{}')
  from jsonb_each(subject) as given (key, value)
  join (values ('doc_id', 'doc'), ('copy_id', 'doc'),
      ('user_id', 'user'), ('user_ids', 'user'),
      ('group_id', 'group'), ('group_ids', 'group'),
      ('happening_id', 'happening'), ('happening_ids', 'happening'),
      ('subhappening_id', 'subhappening')) as kinds (name, kind) on name = key
  cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end) as ids (id)
  where id ~ '^[0-9]{1,10}$'
$$;

-- Acts of people; each is written in its own transaction.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id integer,
  action text not null,
  subject jsonb not null default '{}',
  address text,
  kind text not null generated always as (split_part(action, '.', 1)) stored,
  objects text[] not null generated always as (audit_objects(subject)) stored
);
create index audit_by_time on audit (at, id);
create index audit_by_user on audit (user_id, at, id);
create index audit_by_kind on audit (kind, at, id);
create index audit_by_object on audit using gin (objects);

-- Written once. The clean-up takes rows away, says so beforehand, and only old ones. Making somebody anonymous takes out
-- their names and addresses: who did what when, and to what, is not changed by that.
create function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('kontor.cleans_audit', true) = 'yes'
    and old.at < now() - interval '30 days' then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('kontor.anonymises', true) = 'yes'
    and (new.id, new.at, new.action) = (old.id, old.at, old.action)
    and new.user_id is not distinct from old.user_id and audit_objects(new.subject) = old.objects then
    return new;
  end if;
  raise exception 'the audit log is only ever added to';
end
$$;
create trigger keep_audit before update or delete on audit for each row execute function keep_audit();
create trigger keep_audit_whole before truncate on audit for each statement execute function keep_audit();

-- == Operation ========================================================================================================

-- The company's name here, its logo as it is shown, and whether the first steps of an installation are put away. No row
-- until somebody says something.
create table company (
  one boolean primary key default true check (one),
  name text,
  logo_type text,
  logo bytea,
  steps_put_away boolean not null default false,
  check ((logo is null) = (logo_type is null))
);
alter table company alter column logo set storage external;

-- Months for which things are kept, where an administrator has said so, and when their clean-up ran last.
create table retention (
  kind text primary key,
  -- 0 is for ever.
  months integer check (months between 0 and 1200),
  ran_on date,
  removed integer not null default 0
);

-- The servers that run on this database; each writes its own row every minute.
create table nodes (
  id text primary key,
  host text not null,
  version text not null,
  build text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- When a trusted proxy last passed on a request, and one that came by https.
  proxied_at timestamptz,
  secure_at timestamptz,
  -- An address of the own network that forwards requests and is not trusted.
  stranger text
);

-- Figures of each server, a row a minute, kept for a day.
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

-- The clock is believed up to `believed_at`. After a leap it is not, until it has gone on from there for a day
-- (`waited_ms`).
create table clock (
  one boolean primary key default true check (one),
  believed_at timestamptz not null,
  ticked_at timestamptz not null,
  waited_ms bigint
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

-- Backups that the server has made by itself or was told to make.
create table backups (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('daily', 'by_hand', 'base')),
  node text not null,
  file text not null,
  started_at timestamptz not null default now(),
  -- It was restored elsewhere, and every row was there.
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
