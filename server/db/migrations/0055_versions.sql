-- The contents that a document has had, by the number of its version. What it had before this was kept is put here with the
-- next content: then nobody knows who saved it, and `saved_at` is the last change of the document.
create table doc_versions (
  doc_id integer not null references docs on delete cascade,
  version integer not null,
  saved_at timestamptz not null default now(),
  saved_by integer references users on delete set null,
  is_found boolean not null default false,
  -- Whoever names one keeps it for good.
  name text check (name <> ''),
  -- When the one was saved that it has brought back.
  restores timestamptz,
  -- As of the document, to the letter.
  content json not null,
  fields jsonb not null,
  images text[] not null default '{}',
  -- Of its fields that have another name today: where their answers are.
  names jsonb not null default '{}',
  bytes integer not null,
  primary key (doc_id, version)
);
create index doc_versions_by_user on doc_versions (saved_by);
create index doc_versions_by_images on doc_versions using gin (images);
