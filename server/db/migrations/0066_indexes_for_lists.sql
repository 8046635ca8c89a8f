-- Long lists are counted, and leafed through, in their indexes alone: these have what lists are filtered by. While they
-- are made everybody reads on; those of before go with the next step, at once.
create index happenings_in_days on happenings (date, id) include (status, type);
create index happenings_in_days_back on happenings (date desc nulls last, id) include (status, type);
create index happenings_in_names on happenings (name collate "de-x-icu", id) include (status, type, date);
create index happenings_in_names_back on happenings (name collate "de-x-icu" desc nulls last, id) include (status, type, date);
create index happenings_in_types on happenings (type collate "de-x-icu", id) include (status, date);
create index happenings_in_types_back on happenings (type collate "de-x-icu" desc nulls last, id) include (status, date);
create index happenings_in_life on happenings (in_life(status), id) include (status, type, date);
create index happenings_in_life_back on happenings (in_life(status) desc nulls last, id) include (status, type, date);
create index happenings_of_status on happenings (status, type);
