-- That times are missing is a subject of its own: who wants to hear of a new team may not want to be reminded, and the
-- reverse. Whoever wanted neither is asked for nothing new.
alter table push_wishes add column missing_times boolean not null default true;
update push_wishes set missing_times = recorder_duty;
