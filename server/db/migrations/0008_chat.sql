-- A room for each group, under the group's id, and one for each pair of people, under an id of its own.
-- What is not written down about a group's room is as it begins: empty, visible when the group is a custom one.
create table direct_chats (
  id integer generated always as identity primary key,
  user_low integer references users on delete set null,
  user_high integer references users on delete set null,
  unique (user_low, user_high)
);
create index direct_chats_by_high on direct_chats (user_high);

create table chat_rooms (
  kind text not null check (kind in ('groups', 'direct')),
  id integer not null,
  visible boolean,
  -- The group's name when it was deleted: what was said stays.
  name text,
  -- Messages of a room get their numbers under the lock of this row: their order is that of their commits.
  last_message_id bigint,
  -- Counts what else has happened in it: deletions.
  revision integer not null default 0,
  primary key (kind, id)
);

create table chat_messages (
  id bigint generated always as identity primary key,
  kind text not null,
  room_id integer not null,
  user_id integer references users on delete set null,
  content text not null,
  image_id text references images on delete set null,
  client_key text,
  created_at timestamptz not null default now(),
  foreign key (kind, room_id) references chat_rooms on delete cascade
);
create index chat_messages_by_room on chat_messages (kind, room_id, id);
create index chat_messages_by_author on chat_messages (user_id, created_at);
create unique index chat_messages_by_key on chat_messages (user_id, client_key) where client_key is not null;
create index chat_messages_by_image on chat_messages (image_id) where image_id is not null;

-- What somebody wants of a room, and up to where they have read it.
create table chat_marks (
  user_id integer not null references users on delete cascade,
  kind text not null,
  room_id integer not null,
  noise_level text check (noise_level in ('alert', 'show', 'mute')),
  read_up_to bigint not null default 0,
  primary key (user_id, kind, room_id)
);

alter table images add column small bytea;
alter table images alter column small set storage external;
