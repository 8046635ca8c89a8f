-- The last day on whose morning recorders were reminded: once a day, however many servers there are.
create table reminded (
  one boolean primary key default true check (one),
  day date not null
);
