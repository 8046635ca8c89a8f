-- What is said in chats and read there is written down by server/chat alone. With these functions goes what a broker of
-- news needed.
-- contract: 2.0.0
drop function say_messages, say_and_tell, say_and_leave_unread, read_and_tell, must_notify;
drop table deaf_nodes;
alter table nodes drop column by_broker;
