-- The audit log as people read it: from where, about what, and never changed again.
alter table audit add column address text;

-- What a row is about, as 'doc 7'; the keys of `subject` say of which kind an id is.
create function audit_objects(subject jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct kind || ' ' || id order by kind || ' ' || id), '{}')
  from jsonb_each(subject) as given (key, value)
  join (values ('doc_id', 'doc'), ('copy_id', 'doc'),
      ('user_id', 'user'), ('user_ids', 'user'),
      ('group_id', 'group'), ('group_ids', 'group'),
      ('happening_id', 'happening'), ('happening_ids', 'happening'),
      ('subhappening_id', 'subhappening')) as kinds (name, kind) on name = key
  cross join lateral jsonb_array_elements_text(
    case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end) as ids (id)
  where id ~ '^[0-9]{1,10}$'
$$;

alter table audit
  add column kind text not null generated always as (split_part(action, '.', 1)) stored,
  add column objects text[] not null generated always as (audit_objects(subject)) stored;

-- Each list in both directions: the newest first, the oldest first.
drop index audit_by_time;
create index audit_by_time on audit (at, id);
create index audit_by_user on audit (user_id, at, id);
create index audit_by_kind on audit (kind, at, id);
create index audit_by_object on audit using gin (objects);

-- Written once. Only the clean-up takes rows away, says so beforehand, and only what is old.
create function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('kontor.cleans_audit', true) = 'yes'
    and old.at < now() - interval '30 days' then
    return old;
  end if;
  raise exception 'the audit log is only ever added to';
end
$$;
create trigger keep_audit before update or delete on audit for each row execute function keep_audit();
create trigger keep_audit_whole before truncate on audit for each statement execute function keep_audit();
