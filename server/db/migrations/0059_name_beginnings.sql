-- How surnames and first names begin, for whoever types two letters: folding them for each question took 150 ms for 20,000
-- people. A username begins as `names_search` does.
alter table users
  add column surname_folded text generated always as (fold(persplan_nachname)) stored,
  add column first_name_folded text generated always as (fold(persplan_vorname)) stored;
