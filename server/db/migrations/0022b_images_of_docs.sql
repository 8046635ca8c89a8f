-- Whether an image was sent for a document or for a chat. Of those that nothing shows any more nobody can tell: they are
-- taken for a chat's, which only its members see.
alter table images add column is_for_docs boolean not null default false;
update images set is_for_docs = true
where exists (select from docs where docs.images @> array[images.id])
  and not exists (select from chat_messages where chat_messages.image_id = images.id);
