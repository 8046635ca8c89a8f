-- Whether the planner may hold times of an entry. Set before they are sent, since an answer may get lost; whatever is
-- cleared here afterwards has to be withdrawn there.
alter table time_entries add column booked boolean not null default false;
update time_entries set booked = true
where submitted or exists (select from time_history where entry_id = time_entries.id and kind = 'sent');

alter table time_entries add column to_withdraw boolean not null generated always as (
  booked and not submitted and ist_von is null and ist_bis is null) stored;
drop index time_entries_by_subhappening;
create index time_entries_by_subhappening on time_entries (subhappening_id)
  include (soll_minutes, ist_minutes, submitted, to_withdraw);

alter table time_history drop constraint time_history_kind_check;
alter table time_history add constraint time_history_kind_check
  check (kind in ('changed', 'sent', 'withdrawn', 'refused', 'planned'));
