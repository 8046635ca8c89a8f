-- What is said about messages: which one a message answers, how it was worded before, and what people make of it.
alter table chat_messages
  -- Stays when that message is deleted.
  add reply_to bigint,
  add edited_at timestamptz,
  -- Its last change among those of its room, by which live connections find what has changed.
  add touched bigint not null default 0;
create index chat_messages_touched on chat_messages (kind, room_id, touched) where touched > 0;
create index chat_messages_replies on chat_messages (reply_to) where reply_to is not null;

alter table chat_rooms add touches bigint not null default 0;

-- Earlier wordings of a message, and until when each was the newest.
create table chat_wordings (
  message_id bigint not null references chat_messages on delete cascade,
  until timestamptz not null default now(),
  content text not null,
  primary key (message_id, until)
);

create table chat_reactions (
  message_id bigint not null references chat_messages on delete cascade,
  user_id integer not null references users on delete cascade,
  reaction text not null,
  created_at timestamptz not null default now(),
  primary key (message_id, user_id, reaction)
);
create index chat_reactions_by_person on chat_reactions (user_id);
