-- Whoever starts what runs already is given the running one's id, and may read its result too.
alter table background_results add column also_for integer[] not null default '{}';
