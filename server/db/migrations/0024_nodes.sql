-- The servers that run on this database; each writes its own row every minute.
-- `proxied_at`, `secure_at`: when a trusted proxy last passed on a request, and one that came by https.
-- `stranger`: an address of the own network that forwards requests and is not trusted.
create table nodes (
  id text primary key,
  host text not null,
  version text not null,
  build text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  proxied_at timestamptz,
  secure_at timestamptz,
  stranger text
);

-- How far the clock is believed. After a leap it is not, until it has gone on from there for a day (`waited_ms`).
create table clock (
  one boolean primary key default true check (one),
  believed_at timestamptz not null,
  ticked_at timestamptz not null,
  waited_ms bigint
);
