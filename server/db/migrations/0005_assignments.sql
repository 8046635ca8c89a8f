-- The planner's own name of a group. The shown name may differ: it never merges with a group of the same name.
alter table groups add column planner_name text unique;
update groups set planner_name = name where is_imported;
alter table groups drop column is_imported;

-- Who set an override, and when.
alter table memberships
  add column changed_by integer references users on delete set null,
  add column changed_at timestamptz;
create index memberships_of_changer on memberships (changed_by);
