-- What 1.1 has made and this release does not use. Chat messages are written and read by server/chat alone, and servers
-- tell each other by the database, so their functions and what a broker of news needed go. The function and the two
-- columns after them were used by 1.0 only. An installation of this release has never had any of it.
-- contract: 2.0.0
drop function if exists say_messages, say_and_tell, say_and_leave_unread, read_and_tell, must_notify;
drop table if exists deaf_nodes;
alter table nodes drop column if exists by_broker;

drop function if exists admit_login;
alter table users drop column if exists search;
alter table time_entries drop column if exists personalnummer_order;
