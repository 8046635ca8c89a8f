-- Long lists are counted, and leafed through, in their indexes alone: these have what lists are filtered by.
drop index happenings_by_date, happenings_by_latest, happenings_by_name, happenings_by_name_down, happenings_by_type,
  happenings_by_type_down, happenings_by_life, happenings_by_life_down;
create index happenings_by_date on happenings (date, id) include (status, type);
create index happenings_by_latest on happenings (date desc nulls last, id) include (status, type);
create index happenings_by_name on happenings (name collate "de-x-icu", id) include (status, type, date);
create index happenings_by_name_down on happenings (name collate "de-x-icu" desc nulls last, id) include (status, type, date);
create index happenings_by_type on happenings (type collate "de-x-icu", id) include (status, date);
create index happenings_by_type_down on happenings (type collate "de-x-icu" desc nulls last, id) include (status, date);
create index happenings_by_life on happenings (in_life(status), id) include (status, type, date);
create index happenings_by_life_down on happenings (in_life(status) desc nulls last, id) include (status, type, date);
create index happenings_by_status on happenings (status, type collate "de-x-icu");
