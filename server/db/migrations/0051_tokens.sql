-- Programs that act for an administrator: what opens an account's calls is a hash here, and known in clear to nobody.
create table api_tokens (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  -- As 'documents:read'.
  scopes text[] not null,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- To the minute.
  used_at timestamptz,
  used_from text
);
create index api_tokens_by_user on api_tokens (user_id);

-- Whoever is no administrator any more, or deactivated, loses them for good: nobody who is made one again gets back what
-- they have forgotten.
create function drop_api_tokens() returns trigger language plpgsql as $$
begin
  delete from api_tokens where user_id = new.id;
  return null;
end
$$;
create trigger users_drop_api_tokens after update of is_active, is_admin on users
  for each row when (old.is_active and old.is_admin and not (new.is_active and new.is_admin))
  execute function drop_api_tokens();
