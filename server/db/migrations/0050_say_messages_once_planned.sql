-- The one large statement of say_messages was planned anew for each message, which took several times as long as saying
-- it: PostgreSQL took the lengths of the given lists for worth knowing. Its plan is the same for one message and for many.
alter function say_messages set plan_cache_mode = force_generic_plan;
