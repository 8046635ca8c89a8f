-- When somebody last set a password without proving who they are. Null: whoever set it had proved that.
alter table users add column password_unproven_at timestamptz;
