-- What is found in messages and in the texts of documents: words by their beginnings, in both spellings of search_text.
-- What stands between words is a space, whatever it is: the parser would else take 'tor/eingang' for a path, and the
-- quotation marks for letters.
create function words_of(value text) returns tsvector
language sql immutable parallel safe strict
return to_tsvector('simple', regexp_replace(search_text(value),
  U&'[\0001-\002F\003A-\0040\005B-\0060\007B-\00BF\2000-\206F\2E00-\2E7F]+', ' ', 'g'));

create index chat_messages_by_words on chat_messages using gin (words_of(content))
  -- Sorted in small portions: nobody's message waits for thousands of others.
  with (gin_pending_list_limit = 256);

-- All texts of a tree, and the names of its fields; of what cannot be looked into, or is too long, none or the beginning.
create function document_words(content json) returns tsvector
language plpgsql immutable strict as $$
declare
  said text;
begin
  select string_agg(one #>> '{}', ' ') into said
  from (
    select jsonb_path_query(content::jsonb, 'strict $.** ? (exists(@.text)).text') as one
    union all
    select jsonb_path_query(content::jsonb, 'strict $.** ? (exists(@.attrs.name)).attrs.name')) as all_texts;
  begin
    return words_of(coalesce(left(said, 500000), ''));
  exception when program_limit_exceeded then
    return words_of(left(said, 50000));
  end;
exception when untranslatable_character or data_exception then
  return ''::tsvector;
end
$$;
alter table docs add column words tsvector not null generated always as (document_words(content)) stored;
create index docs_by_words on docs using gin (words);
