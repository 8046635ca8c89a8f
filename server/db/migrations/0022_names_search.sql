-- What everybody may look for in people: their names alone. Folding them for each question took a second for 10,000 people.
alter table users add column names_search text not null generated always as (search_text(
  username || ' ' || coalesce(persplan_vorname, '') || ' ' || coalesce(persplan_nachname, ''))) stored;
create index users_by_names_search on users using gin (names_search gin_trgm_ops);
