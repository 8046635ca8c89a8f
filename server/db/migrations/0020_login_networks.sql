-- Attempts are counted by network: `address` holds the near one (an IPv6 /64, or a single IPv4 address), `wide` the one
-- around it (/48). An attempt from where the account has logged in before is counted apart from all others.
alter table login_attempts
  add column wide text not null default '',
  add column was_known boolean not null default false;
create index login_attempts_by_wide on login_attempts (wide, at);

-- Takes the place of admit_login, which servers of the version before still call during an update.
-- 'refused': there are too many failures. 'wait': there would be, if all attempts under way failed too.
-- `for_strangers` is what somebody would be told whose account is not known here: a wrong password is answered the same,
-- whether the account exists or not. An attempt that has not ended after half a minute has failed: its server is gone.
create function admit_attempt(
  given_name text, given_address text, given_near text, given_wide text, counts_network boolean,
  most integer, most_wide integer, since interval,
  most_known_hourly integer, most_others_hourly integer, fresh_below integer, quiet interval,
  out verdict text, out for_strangers text, out attempt bigint, out is_known boolean,
  out user_id integer, out password_hash text
) language plpgsql as $$
declare
  key text := fold_case(given_name);
begin
  -- Nobody enters a deactivated account, as if it had no password.
  select users.id, case when users.is_active then users.password_hash end into user_id, password_hash
    from users where users.id = user_named(given_name);
  -- Before networks were counted single addresses were remembered.
  is_known := exists (
    select from known_addresses
    where known_addresses.user_id = admit_attempt.user_id and address in (given_near, given_address));

  -- A crowd from one network is turned away without a lock: nobody has to stand in line behind it.
  if counts_network and not is_known and most <= (
    select count(*) from login_attempts where address = given_near and at > now() - since and failed) then
    verdict := 'refused';
    for_strangers := 'refused';
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('login ' || key, 0));
  -- Who holds the lock of a network waits for no account: the two are always taken in this order.
  if counts_network and not is_known then
    perform pg_advisory_xact_lock(hashtextextended('login from ' || given_near, 0));
  end if;

  with
    of_account as (
      select address, wide, was_known, at, failed or at < now() - interval '30 seconds' as has_failed
      from login_attempts where account = key and at > now() - interval '1 hour'),
    of_network as (
      select address = given_near as is_near, failed or at < now() - interval '30 seconds' as has_failed
      from login_attempts
      where counts_network and (address = given_near or wide = given_wide) and at > now() - since),
    -- From networks where the account is not known; to strangers this one counts as such.
    of_others as (
      select * from of_account where not was_known or address = given_near),
    -- Whoever has hardly guessed here yet gets one of few places, one at a time, when the measure of all is full.
    trickle as (
      select
        count(*) filter (where address = given_near) < fresh_below
        and count(*) filter (where wide = given_wide and counts_network) < fresh_below
        and count(*) filter (where at > now() - quiet) = 0 as is_open
      from of_others),
    measures (holds_for_known, holds_for_strangers, failures, attempts, most) as (
      select true, true, count(*) filter (where has_failed), count(*), most
        from of_account where address = given_near and at > now() - since
      union all
      select true, false, count(*) filter (where has_failed), count(*), most_known_hourly
        from of_account where was_known
      union all
      select false, not is_open, count(*) filter (where has_failed), count(*), most_others_hourly
        from of_others, trickle group by is_open
      union all
      select false, true, count(*) filter (where has_failed and is_near), count(*) filter (where is_near), most
        from of_network
      union all
      select false, true, count(*) filter (where has_failed), count(*), most_wide
        from of_network),
    verdicts as (
      select holds_for_known, holds_for_strangers,
        case when failures >= measures.most then 2 when attempts >= measures.most then 1 else 0 end as degree
      from measures)
  select
    (array['admitted', 'wait', 'refused'])[1 + coalesce(max(degree) filter (where holds_for_known), 0)],
    (array['admitted', 'wait', 'refused'])[1 + coalesce(max(degree) filter (where holds_for_strangers), 0)]
  into verdict, for_strangers from verdicts;
  if not is_known then
    verdict := for_strangers;
  end if;

  if verdict = 'admitted' then
    insert into login_attempts (account, address, wide, was_known)
      values (key, given_near, given_wide, is_known) returning id into attempt;
  end if;
end
$$;
