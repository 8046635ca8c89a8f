-- Who is named in a message behind an @, and how that stands in its text.
create table chat_mentions (
  message_id bigint not null references chat_messages on delete cascade,
  user_id integer not null references users on delete cascade,
  word text not null,
  primary key (message_id, user_id)
);
create index chat_mentions_of on chat_mentions (user_id, message_id);

-- '@alle' of an administrator.
alter table chat_messages add mentions_all boolean not null default false;
create index chat_messages_to_all on chat_messages (kind, room_id, id) where mentions_all;

-- The images of a room, the newest first.
create index chat_messages_with_image on chat_messages (kind, room_id, id) where image_id is not null;
