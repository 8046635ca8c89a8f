-- Whether a clock has leapt is seen from the minutes of the nodes; the moment up to which it was believed is no row now.
-- contract: 2.0.0
drop table if exists clock;
