create table docs (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  status text not null default 'Entwurf'
    check (status in ('Entwurf', 'Inaktiv', 'Aktiv', 'Erledigt', 'Archiviert')),
  public boolean not null default false,
  -- As it was checked, to the letter; nothing looks into it but who reads the whole.
  content json not null,
  -- What stands in the content: its fields in their order, as {name, type}, and its uploaded images.
  fields jsonb not null default '[]',
  images text[] not null default '{}',
  -- Counts the saved contents.
  version integer not null default 1,
  last_update timestamptz not null default now(),
  deleted_at timestamptz,
  search text not null generated always as (search_text(name)) stored
);
create index docs_by_name on docs (name collate "de-x-icu", id);
create index docs_by_search on docs using gin (search gin_trgm_ops);
create index docs_by_images on docs using gin (images);

-- Who sees a document that is not public.
create table doc_groups (
  doc_id integer not null references docs on delete cascade,
  group_id integer not null references groups on delete cascade,
  primary key (doc_id, group_id)
);
create index doc_groups_by_group on doc_groups (group_id);

-- What somebody has filled in, by the names of the fields. Outlives its author and fields that went away.
create table doc_answers (
  id integer generated always as identity primary key,
  doc_id integer not null references docs on delete cascade,
  user_id integer references users on delete set null,
  data jsonb not null default '{}',
  changed_at timestamptz not null default now(),
  unique (doc_id, user_id)
);
create index doc_answers_by_user on doc_answers (user_id);

-- The results as they were when somebody reset them.
create table doc_rounds (
  id integer generated always as identity primary key,
  doc_id integer not null references docs on delete cascade,
  ended_at timestamptz not null default now(),
  ended_by text not null,
  results jsonb not null
);
create index doc_rounds_by_doc on doc_rounds (doc_id);

create table images (
  id text primary key,
  type text not null,
  bytes bytea not null,
  uploaded_by integer references users on delete set null,
  created_at timestamptz not null default now()
);
create index images_by_uploader on images (uploaded_by);
alter table images alter column bytes set storage external;
