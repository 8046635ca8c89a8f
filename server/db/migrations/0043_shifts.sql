-- A calendar asks whether an event has changed since it was last fetched: how often what is planned of an entry was
-- changed, and when that was. Counted here, so that no way of writing forgets it.
alter table time_entries
  add column plan_revision integer not null default 0,
  add column planned_at timestamptz not null default now();

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

-- The secret address under which somebody's calendar fetches their shifts: one each, stored hashed like a session.
create table shift_feeds (
  user_id integer primary key references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now()
);
