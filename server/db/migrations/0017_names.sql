-- Names are the same by full case folding: 'Straße' is 'STRASSE'. PostgreSQL folds by itself only from 18 on; small, large
-- and small again comes to the same, but for the ı, which has no dot and is no i: it is put aside meanwhile.
create function fold_case(value text) returns text
language sql immutable parallel safe strict
return normalize(replace(lower(upper(replace(lower(normalize(value, nfkc) collate "und-x-icu"), 'ı', U&'\E000')
  collate "und-x-icu") collate "und-x-icu"), U&'\E000', 'ı'), nfkc);

-- What people are called: 'Vorname Nachname' where it is said, 'Nachname, Vorname' where it is sorted, the username where
-- the planner knows no name.
alter table users
  add column username_folded text not null generated always as (fold_case(username)) stored,
  add column spoken_name text not null generated always as (coalesce(nullif(
    btrim(coalesce(persplan_vorname, '') || ' ' || coalesce(persplan_nachname, '')), ''), username)) stored,
  add column sorted_name text not null generated always as (coalesce(nullif(
    coalesce(persplan_nachname, '') || case when persplan_nachname <> '' and persplan_vorname <> '' then ', ' else '' end
    || coalesce(persplan_vorname, ''), ''), username)) stored,
  -- Has been called like an older row since before names were compared so.
  add column collides boolean not null default false;
alter table groups
  add column name_folded text not null generated always as (fold_case(name)) stored,
  add column collides boolean not null default false;

update users set collides = true
  where exists (select from users older where older.username_folded = users.username_folded and older.id < users.id);
update groups set collides = true
  where exists (select from groups older where older.name_folded = groups.name_folded and older.id < groups.id);
create unique index users_username_folded on users (username_folded) where not collides;
create unique index groups_name_folded on groups (name_folded) where not collides;
create index users_by_username_folded on users (username_folded);
create index groups_by_name_folded on groups (name_folded);
create index users_by_spoken_name on users (spoken_name);
create index users_by_sorted_name on users (sorted_name);

-- Of two that are the same the one that is written so, then the older one.
create function user_named(given text) returns integer
language sql stable strict
return (select id from users where username_folded = fold_case(given)
  order by username_key = name_key(given) desc, id limit 1);
create function group_named(given text) returns integer
language sql stable strict
return (select id from groups where name_folded = fold_case(given)
  order by name_key = name_key(given) desc, id limit 1);
