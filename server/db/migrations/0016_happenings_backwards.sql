-- The lists backwards: nulls come last and equal ones by their id, which no index of the other direction gives.
create index happenings_by_name_down on happenings (name collate "de-x-icu" desc nulls last, id);
create index happenings_by_type_down on happenings (type collate "de-x-icu" desc nulls last, id);
create index happenings_by_status_down on happenings (status desc nulls last, id);
