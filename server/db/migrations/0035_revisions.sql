-- The planner books each pair of an entry and a revision once. A database that was brought back, or begun anew beside a
-- planner that knows an earlier one, counts from a number that no earlier one has reached: seconds since 2020, while
-- nobody changes an entry once a second for years.
create table revisions (
  one boolean primary key default true check (one),
  sent_from bigint not null
);
insert into revisions (sent_from) values (greatest(0, extract(epoch from now())::bigint - 1577836800));
