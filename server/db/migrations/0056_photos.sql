-- Photos in answers. Apart from other images: these are seen by the person themselves and by administrators alone, go with
-- the answer, the round or the document that shows them, and a release that does not know them leaves them alone.
create table doc_photos (
  id text primary key,
  doc_id integer not null references docs on delete cascade,
  user_id integer references users on delete set null,
  -- The round that shows it; as long as there is none, the answers of today may.
  round_id integer references doc_rounds on delete cascade,
  type text not null,
  bytes bytea not null,
  small bytea not null,
  created_at timestamptz not null default now()
);
alter table doc_photos alter column bytes set storage external, alter column small set storage external;
create index doc_photos_by_doc on doc_photos (doc_id, user_id);
create index doc_photos_by_user on doc_photos (user_id, created_at);
create index doc_photos_by_round on doc_photos (round_id);
