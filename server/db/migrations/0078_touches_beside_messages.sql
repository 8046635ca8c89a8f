-- Changes of messages, in their order within a room, by which live connections find what has changed. Beside the
-- messages: a reaction need not write the search indexes of a message anew. No release has used the column that goes.
-- contract: 2.0.0
create table chat_touches (
  message_id bigint primary key references chat_messages on delete cascade,
  kind text not null,
  room_id integer not null,
  number bigint not null
);
create index chat_touches_in_order on chat_touches (kind, room_id, number);
insert into chat_touches (message_id, kind, room_id, number)
  select id, kind, room_id, touched from chat_messages where touched > 0;
alter table chat_messages drop column touched;

-- When everybody of a group was last mentioned by '@alle': known also where that message has been deleted.
alter table chat_rooms add all_mentioned_at timestamptz;
