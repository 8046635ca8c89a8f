-- What the planner plans. Its own names of things stand in planner_id; wall-clock times are the company's.
create table happenings (
  id integer generated always as identity primary key,
  planner_id text not null unique,
  name text not null,
  type text not null default '',
  date date not null,
  status text not null default 'Entwurf' check (status in ('Entwurf', 'Inaktiv', 'Aktiv', 'Erledigt', 'Archiv')),
  search text not null generated always as (search_text(name || ' ' || type)) stored
);
create index happenings_by_date on happenings (date, id);
create index happenings_by_latest on happenings (date desc nulls last, id);
create index happenings_by_name on happenings (name collate "de-x-icu", id);
create index happenings_by_type on happenings (type collate "de-x-icu", id);
create index happenings_by_status on happenings (status, id);
create index happenings_by_search on happenings using gin (search gin_trgm_ops);

create table subhappenings (
  id integer generated always as identity primary key,
  happening_id integer not null references happenings on delete cascade,
  planner_id text not null unique,
  name text not null,
  search text not null generated always as (search_text(name)) stored
);
create index subhappenings_by_happening on subhappenings (happening_id);

-- Who records the times of a sub-happening.
create table subhappening_users (
  subhappening_id integer not null references subhappenings on delete cascade,
  user_id integer not null references users on delete cascade,
  primary key (subhappening_id, user_id)
);
create index subhappening_users_by_user on subhappening_users (user_id);

create table time_entries (
  id integer generated always as identity primary key,
  subhappening_id integer not null references subhappenings on delete cascade,
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
  -- Whole minutes between the two instants; null while one of them is missing.
  soll_minutes integer,
  ist_von timestamp,
  ist_bis timestamp,
  ist_minutes integer,
  -- Counts the changes of the actual times made here; what is sent carries it, so that a repeat books nothing twice.
  revision integer not null default 0,
  submitted boolean not null default false,
  refused text,
  personalnummer_order numeric generated always as (
    case when personalnummer ~ '^[0-9]{1,30}$' then personalnummer::numeric end) stored,
  search text not null generated always as (search_text(
    coalesce(personalnummer, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(first_name, '') || ' '
    || coalesce(funktion, '') || ' ' || coalesce(aufgabe, '') || ' ' || coalesce(subcontractor, ''))) stored
);
create index time_entries_by_subhappening on time_entries (subhappening_id)
  include (soll_minutes, ist_minutes, submitted);
create index time_entries_by_person on time_entries (personalnummer, ist_von);

-- What became of an entry's actual times; never changed, gone only with the entry.
create table time_history (
  id bigint generated always as identity primary key,
  entry_id integer not null references time_entries on delete cascade,
  at timestamptz not null default now(),
  user_id integer references users on delete set null,
  kind text not null check (kind in ('changed', 'sent', 'refused', 'planned')),
  old_von timestamp,
  old_bis timestamp,
  new_von timestamp,
  new_bis timestamp,
  message text
);
create index time_history_by_entry on time_history (entry_id, id);
create index time_history_by_user on time_history (user_id);
