-- What can be said of an entry beside its times: a few words for whoever pays them, and that somebody did not come.
alter table time_entries
  add column note text check (char_length(note) between 1 and 200),
  add column absent boolean not null default false;

-- Whoever has times has come, whichever release enters them.
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

drop index time_entries_by_subhappening;
create index time_entries_by_subhappening on time_entries (subhappening_id)
  include (soll_minutes, ist_minutes, submitted, to_withdraw, absent);

-- Null where nothing was said of it, and in what the release before has written.
alter table time_history
  add column old_note text,
  add column new_note text,
  add column old_absent boolean,
  add column new_absent boolean;
