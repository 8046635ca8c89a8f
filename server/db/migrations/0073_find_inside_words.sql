-- Messages are found by what stands inside of their words, too.
-- contract: 2.0.0
create index if not exists chat_messages_by_parts on chat_messages using gin (search_text(content) gin_trgm_ops)
  with (gin_pending_list_limit = 256);
alter index chat_messages_by_parts alter column 1 set statistics 0;
