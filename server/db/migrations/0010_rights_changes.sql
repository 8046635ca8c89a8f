-- A row for every change of who may be where: who listens to a room is looked at anew when these have changed, and only
-- then. Rows are only added, so that nobody waits for anybody; they appear with the commit that they tell of.
create table rights_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default now()
);

create function note_rights_change() returns trigger language plpgsql as $$
begin
  insert into rights_changes default values;
  return null;
end
$$;
create trigger memberships_change_rights after insert or update or delete on memberships
  for each statement execute function note_rights_change();
create trigger users_change_rights after delete or update of is_active, is_admin on users
  for each statement execute function note_rights_change();
create trigger groups_change_rights after delete or update of planner_name on groups
  for each statement execute function note_rights_change();
create trigger rooms_change_rights after update of visible on chat_rooms
  for each statement execute function note_rights_change();
