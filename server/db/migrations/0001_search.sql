-- Searching without regard to case and accents: ß = ss, ä = a = ae.
-- A search text holds two spellings of itself, one a line: 'mueller' and, with ae, oe, ue drawn together, 'muller'.
-- A word is found when its plain spelling stands in the text, or its drawn-together one.
-- So 'Müller', 'Mueller' and 'Muller' find each other, and 'el' still finds 'Michael'.

create extension if not exists pg_trgm;

create function fold(value text) returns text
language sql immutable parallel safe strict
return regexp_replace(
  normalize(replace(replace(replace(replace(replace(lower(value collate "und-x-icu"), 'ß', 'ss'), 'æ', 'ae'), 'ø', 'o'), 'ł', 'l'), 'ı', 'i'), nfkd),
  '[\u0300-\u036f]', '', 'g');

create function fold_umlauts(value text) returns text
language sql immutable parallel safe strict
return replace(replace(replace(fold(value), 'ae', 'a'), 'oe', 'o'), 'ue', 'u');

create function search_text(value text) returns text
language sql immutable parallel safe strict
return fold(value) || case when fold(value) = fold_umlauts(value) then '' else E'\n' || fold_umlauts(value) end;

-- The LIKE pattern for a word, with % _ \ as plain characters.
create function search_pattern(folded text) returns text
language sql immutable parallel safe strict
return '%' || replace(replace(replace(folded, '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- What makes two names the same: case and ways of writing the same characters do not tell names apart.
create function name_key(value text) returns text
language sql immutable parallel safe strict
return normalize(lower(normalize(value, nfkc) collate "und-x-icu"), nfkc);
