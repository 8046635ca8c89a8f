-- Somebody whom a recorder has added: nobody planned them. `planner_id` is then a key of our own, under which the planner
-- may take the entry over.
alter table time_entries add column unplanned boolean not null default false;
