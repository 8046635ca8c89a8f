-- Until when a document is to be filled in, from when on it is published by itself, and whether people are told then.
alter table docs
  add column due_on date,
  add column publish_at timestamptz,
  add column publish_tells boolean not null default true;
create index docs_by_publishing on docs (publish_at) where publish_at is not null;

-- When somebody was last reminded of a document: once a day, whoever asks for it.
create table doc_reminders (
  doc_id integer not null references docs on delete cascade,
  user_id integer not null references users on delete cascade,
  -- By the clock of the company.
  day date not null,
  reminded_at timestamptz not null default now(),
  primary key (doc_id, user_id)
);
create index doc_reminders_by_user on doc_reminders (user_id);
