-- Who has lost their session hears no more of a room than who has been taken out of it.
create trigger sessions_change_rights after delete on sessions
  for each statement execute function note_rights_change();
