-- Admits an attempt to log in, or does not, in one step: the lock, the counting and the writing down belong together,
-- and a login shall not cost more in round trips than in hashing its password.
-- 'refused': there are too many failures. 'wait': there would be, if all attempts under way failed too.
-- An attempt that has not ended after half a minute has failed: its server is gone.
create function admit_login(
  given_name text, given_address text, most integer, since interval, counts_address boolean,
  out verdict text, out attempt bigint, out user_id integer, out password_hash text, out is_active boolean
) language plpgsql as $$
declare
  key text := name_key(given_name);
  known boolean;
  failed_ones bigint;
  all_ones bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('login ' || key, 0));
  select users.id, users.password_hash, users.is_active into user_id, password_hash, is_active
    from users where username_key = key;
  known := exists (
    select from known_addresses where known_addresses.user_id = admit_login.user_id and address = given_address);

  select count(*) filter (where failed or at < now() - interval '30 seconds'), count(*) into failed_ones, all_ones
    from login_attempts
    where account = key and at > now() - since and (address = given_address or not known);
  if counts_address and not known then
    select greatest(failed_ones, count(*) filter (where failed or at < now() - interval '30 seconds')),
        greatest(all_ones, count(*))
      into failed_ones, all_ones
      from login_attempts where address = given_address and at > now() - since;
  end if;

  verdict := case when failed_ones >= most then 'refused' when all_ones >= most then 'wait' else 'admitted' end;
  if verdict = 'admitted' then
    insert into login_attempts (account, address) values (key, given_address) returning id into attempt;
  end if;
end
$$;
