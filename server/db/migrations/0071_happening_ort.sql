-- Where a happening is, as the planner says it: found by its words, and an order of the list, as its type is.
alter table happenings add column ort text not null default '';
alter table happenings
  drop column search,
  add column search text not null generated always as (search_text(name || ' ' || type || ' ' || ort)) stored;
-- It went with the column.
create index happenings_by_search on happenings using gin (search gin_trgm_ops);
create index happenings_in_places on happenings (ort collate "de-x-icu", id) include (status, type, date);
create index happenings_in_places_back on happenings (ort collate "de-x-icu" desc nulls last, id) include (status, type, date);
