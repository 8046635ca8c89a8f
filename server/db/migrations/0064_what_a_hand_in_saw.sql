-- What somebody saw as they handed in: a press that has waited without a network counts in its own round alone, and not
-- after what it stands for was taken back.

-- All begin anew with each.
alter table docs add column round integer not null default 1;

-- How often they have taken it back in this round.
alter table doc_answers add column taken_back integer not null default 0;
