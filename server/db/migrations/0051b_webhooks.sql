-- What other programs are told of what happens here, and how each of these tellings fared.
create table webhooks (
  id integer generated always as identity primary key,
  address text not null,
  -- As 'people.changed'.
  events text[] not null,
  -- In clear: each delivery is signed with it.
  secret bytea not null,
  is_active boolean not null default true,
  made_at timestamptz not null default now(),
  -- By the server itself, after a day on which nothing was taken.
  switched_off_at timestamptz
);

-- Written in the transaction that they tell of. A job for each is what sends them (kind webhooks.deliver).
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id integer not null references webhooks on delete cascade,
  -- The same for each try: by it a receiver knows what it has already.
  message_id uuid not null default gen_random_uuid(),
  event text not null,
  -- As it is signed and sent: numbers, and names of things.
  body text not null,
  made_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  tries integer not null default 0,
  tried_at timestamptz,
  status integer,
  problem text,
  -- As long as it was not tried yet, another one of the same is none.
  once text
);
create unique index webhook_deliveries_once on webhook_deliveries (webhook_id, once)
  where tries = 0 and once is not null;
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_by_time on webhook_deliveries (made_at);
