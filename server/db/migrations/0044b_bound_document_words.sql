-- As search_text (0043c): a dump of PostgreSQL's own kind makes the words of documents anew.

-- All texts of a tree, and the names of its fields; of what cannot be looked into, none.
create function document_text(content json) returns text
language plpgsql immutable strict as $$
begin
  return coalesce(string_agg(one #>> '{}', ' '), '')
  from (
    select jsonb_path_query(content::jsonb, 'strict $.** ? (exists(@.text)).text') as one
    union all
    select jsonb_path_query(content::jsonb, 'strict $.** ? (exists(@.attrs.name)).attrs.name')) as all_texts;
exception when untranslatable_character or data_exception then
  return '';
end
$$;

-- Null where there are more of them than PostgreSQL keeps of one text.
create function words_if_few(spelled text) returns tsvector
language plpgsql immutable strict as $$
begin
  return to_tsvector('simple', regexp_replace(spelled,
    U&'[\0001-\002F\003A-\0040\005B-\0060\007B-\00BF\2000-\206F\2E00-\2E7F]+', ' ', 'g'));
exception when program_limit_exceeded then
  return null;
end
$$;

create or replace function document_words(content json) returns tsvector
language sql immutable strict
return coalesce(
  words_if_few(search_text(left(document_text(content), 500000))),
  words_if_few(search_text(left(document_text(content), 50000))),
  ''::tsvector);
