-- Administrators keep out whom the planner knows, at once: whatever a sync says, nobody is active again until that is
-- lifted. A server of the release before heeds it, too.
alter table users add column blocked_at timestamptz;

create function keep_blocked() returns trigger language plpgsql as $$
begin
  new.is_active := false;
  return new;
end
$$;
-- Before `users_note_deactivation`, by its name.
create trigger users_keep_blocked before update of is_active, blocked_at on users
  for each row when (new.is_active and new.blocked_at is not null) execute function keep_blocked();
