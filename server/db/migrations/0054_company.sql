-- What the company calls itself here, its logo as it is shown, and whether the first steps of an installation are put away:
-- one row, and none until somebody says something. Where several people sign in already, the first steps are behind them.
create table company (
  one boolean primary key default true check (one),
  name text,
  logo_type text,
  logo bytea,
  steps_put_away boolean not null default false,
  check ((logo is null) = (logo_type is null))
);
alter table company alter column logo set storage external;

insert into company (steps_put_away)
select true where (select count(*) from users where password_hash is not null) > 1;
