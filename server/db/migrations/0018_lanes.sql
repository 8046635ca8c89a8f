-- Jobs of one kind wait in queues of their own: pushes behind those of the same service, a person's sendings behind each
-- other. So whoever looks for work finds the head of each queue, however long another one is.
alter table jobs add column queue text not null default '';
-- A newer push takes the place of one that waits; whoever does the older one meanwhile sees by this that it was replaced.
alter table jobs add column version integer not null default 0;
-- After this the work is worth nothing any more.
alter table jobs add column useful_until timestamptz;
drop index jobs_by_time;
create index jobs_by_queue on jobs (kind, queue, run_at, id);
create index jobs_by_usefulness on jobs (useful_until) where useful_until is not null;
create index jobs_by_person on jobs ((payload->>'user_id')) where payload->>'user_id' is not null;
create index jobs_by_result on jobs ((payload->>'background_result_id')) where payload->>'background_result_id' is not null;

-- A push is for a person; the device may be somebody else's by the time it goes out.
update jobs set queue = split_part(endpoint, '/', 3), payload = payload || jsonb_build_object('user_id', user_id)
from push_subscriptions where kind = 'push.send' and push_subscriptions.id = (payload->>'subscription_id')::int;
update jobs set useful_until = created_at + interval '1 day' where kind in ('push.send', 'chat.push');

-- What was not done, and why: nothing is dropped in silence. Folded to a row for each day.
create table job_losses (
  id bigint generated always as identity primary key,
  kind text not null,
  reason text not null check (reason in ('failed', 'dropped', 'outdated')),
  count integer not null default 1,
  at timestamptz not null default now()
);
create index job_losses_by_time on job_losses (at);
