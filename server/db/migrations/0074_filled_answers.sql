-- Whether these answers leave nothing out that the person is asked for: the list of processes counts them for everybody.
-- contract: 2.0.0
alter table doc_answers add column is_filled boolean not null default false;
create index doc_answers_finished on doc_answers (doc_id, user_id) include (is_filled, handed_in_at);

-- No visible field is missing that is required, or none at all where nothing is required.
update doc_answers set is_filled = true
from docs
where docs.id = doc_answers.doc_id and not exists (
  select from (
    select field, doc_answers.data->>(field->>'name') as answer,
      jsonb_typeof(doc_answers.data->(field->>'name')) as kind,
      coalesce((field->>'required')::boolean, false) as required,
      bool_or((field->>'required')::boolean) over () is true as any_required
    from jsonb_array_elements(docs.fields) field
    where field->>'name' <> all(doc_answers.hidden)) visible
  where (required or not any_required) and not coalesce(case field->>'type'
    when 'text' then kind = 'number'
    when 'checkbox' then answer = 'Bestätigt'
    when 'choice' then field->'options' @> jsonb_build_array(jsonb_build_object('text', answer))
    when 'choices' then exists (select from string_to_table(answer, E'\n') chosen
      where field->'options' @> jsonb_build_array(jsonb_build_object('text', chosen)))
    when 'date' then answer ~ '^((19|20|21)[0-9]{2}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|((19|20|21)(0[48]|[2468][048]|[13579][26])|2000)-02-29)$'
    when 'time' then answer ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    when 'photo' then answer ~ '^/docs/photos/[-\w]{22}/$'
    when 'signature' then answer ~ '^M\d+ \d+L\d[\dLM ]*$|^gez\. [^\n]+$'
    else kind = 'string' and answer ~ '[^\s\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]'
    end, false));
