-- By which rule a document begins anew, as it was set by the clock on the wall, and when it does so next.
alter table docs
  add column repeats jsonb,
  add column next_round_at timestamptz;
create index docs_by_next_round on docs (next_round_at) where next_round_at is not null;
