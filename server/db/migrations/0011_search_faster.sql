-- The same text four times as fast: it folds once, where the expression folded five times.
create or replace function search_text(value text) returns text
language plpgsql immutable parallel safe strict as $$
declare
  folded text := fold(value);
  drawn text := replace(replace(replace(folded, 'ae', 'a'), 'oe', 'o'), 'ue', 'u');
begin
  return folded || case when folded = drawn then '' else E'\n' || drawn end;
end
$$;
