-- The second and further images of a message, in their order; chat_messages.image_id is the first.
create table chat_message_images (
  message_id bigint not null references chat_messages on delete cascade,
  position smallint not null,
  image_id text not null references images on delete cascade,
  primary key (message_id, position)
);
create index chat_message_images_by_image on chat_message_images (image_id);
