-- Minutes of break within an entry: as planned, where the planner says them, and as it was.
alter table time_entries
  add column soll_pause integer,
  add column ist_pause integer;
alter table time_history
  add column old_pause integer,
  add column new_pause integer;
