-- How work in the background ended, beside its German text. Null while it runs, and where an earlier release has written
-- the result.
alter table background_results add column outcome text;

-- How often the planner has changed the actual times of an entry. It may as long as nobody here has, so these changes
-- come before those that `revision` counts, and both together say which state of the times somebody has seen.
alter table time_entries add column imports integer not null default 0;
