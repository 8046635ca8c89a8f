-- Admits an attempt to log in, or does not, in one step: the lock, the counting and the writing down belong together,
-- and a login shall not cost more in round trips than in hashing its password.
-- Answers the attempt's number (null: too many failures) and the account, if there is one.
create function admit_login(
  given_name text, given_address text, most integer, since interval, counts_address boolean,
  out attempt bigint, out user_id integer, out password_hash text, out is_active boolean
) language plpgsql as $$
declare
  key text := name_key(given_name);
  known boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('login ' || key, 0));
  select users.id, users.password_hash, users.is_active into user_id, password_hash, is_active
    from users where username_key = key;
  select exists (select from known_addresses where known_addresses.user_id = admit_login.user_id and address = given_address)
    into known;
  if known then
    if (select count(*) from login_attempts where account = key and address = given_address and at > now() - since) >= most
      then return;
    end if;
  elsif (select count(*) from login_attempts where account = key and at > now() - since) >= most
    or (counts_address and (select count(*) from login_attempts where address = given_address and at > now() - since) >= most)
    then return;
  end if;
  insert into login_attempts (account, address) values (key, given_address) returning id into attempt;
end
$$;
