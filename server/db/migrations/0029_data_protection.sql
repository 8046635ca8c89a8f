-- Since when somebody can no longer sign in, and since when nobody knows any more who they were. Of those who had left
-- before this was written down, it counts from now on.
alter table users
  add column deactivated_at timestamptz,
  add column anonymised_at timestamptz;
update users set deactivated_at = now() where not is_active;

create function note_deactivation() returns trigger language plpgsql as $$
begin
  if new.is_active then
    new.deactivated_at := null;
  elsif tg_op = 'INSERT' or old.is_active then
    new.deactivated_at := coalesce(new.deactivated_at, now());
  end if;
  return new;
end
$$;
create trigger users_note_deactivation before insert or update of is_active on users
  for each row execute function note_deactivation();
create index users_by_deactivation on users (deactivated_at) where deactivated_at is not null and anonymised_at is null;

-- Whose times these were before their name was taken out: a sync leaves the name out, too. And the times of a person are
-- found by their name.
alter table time_entries add column former_user_id integer references users on delete set null;
create index time_entries_by_former_user on time_entries (former_user_id) where former_user_id is not null;
create index time_entries_by_name on time_entries (last_name, first_name);

-- Who ended a round, beside what they were called then. The row of the audit log is of the same transaction.
alter table doc_rounds add column ended_by_id integer references users on delete set null;
update doc_rounds set ended_by_id = users.id
from audit join users on users.id = audit.user_id
where audit.action = 'doc.reset' and audit.at = doc_rounds.ended_at
  and audit.subject->>'doc_id' = doc_rounds.doc_id::text;

-- For how many months things are kept, where an administrator has said so; 0 is for ever. And when their clean-up ran last.
create table retention (
  kind text primary key,
  months integer check (months between 0 and 1200),
  ran_on date,
  removed integer not null default 0
);
create index chat_messages_by_time on chat_messages (created_at);
create index images_of_chats_by_time on images (created_at) where not is_for_docs;
create index doc_rounds_by_time on doc_rounds (ended_at);
create index time_history_by_time on time_history (at);

-- Rows of the audit log stay as they were written, but for the names and addresses of somebody who is made anonymous: who
-- did what when, and to what, is not changed by that.
create or replace function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('kontor.cleans_audit', true) = 'yes'
    and old.at < now() - interval '30 days' then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('kontor.anonymises', true) = 'yes'
    and (new.id, new.at, new.action) = (old.id, old.at, old.action)
    and new.user_id is not distinct from old.user_id and audit_objects(new.subject) = old.objects then
    return new;
  end if;
  raise exception 'the audit log is only ever added to';
end
$$;
