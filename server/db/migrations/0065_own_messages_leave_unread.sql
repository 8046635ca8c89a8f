-- A message that was deleted, by the key under which it was sent: a device that never heard of its success sends it again.
create table deleted_messages (
  user_id integer not null references users on delete cascade,
  client_key text not null,
  message_id bigint not null,
  deleted_at timestamptz not null default now(),
  primary key (user_id, client_key)
);

-- As say_and_tell (0061_news_by_broker.sql), which servers that were started before go on calling, with two differences.
-- An own message takes away no mark of what others said: nobody has seen it. `unread` in the news names those messages
-- before which something stands that their author has not read. And what was deleted is known.
create function say_and_leave_unread(
  kinds text[], rooms integer[], authors integer[], contents text[], images text[], keys text[],
  most integer, seconds integer, waits boolean, node text, form integer, number integer,
  out outcomes json, out news json, out notified boolean
) language plpgsql as $$
declare
  held text[];
  wanted bigint := (select count(distinct (kind, room)) from unnest(kinds, rooms) as asked (kind, room));
begin
  -- Before all else: its lock says that something is on its way.
  notified := number is null or must_notify(number);

  for attempt in 1..2 loop
    if waits then
      select coalesce(array_agg(locked.kind || '/' || locked.id), '{}') into held from (
        select chat_rooms.kind, chat_rooms.id
        from (select distinct kind, room from unnest(kinds, rooms) as asked (kind, room) order by 1, 2) asked
        join chat_rooms on chat_rooms.kind = asked.kind and chat_rooms.id = asked.room
        order by 1, 2 for update of chat_rooms) locked;
    else
      select coalesce(array_agg(locked.kind || '/' || locked.id), '{}') into held from (
        select chat_rooms.kind, chat_rooms.id
        from (select distinct kind, room from unnest(kinds, rooms) as asked (kind, room) order by 1, 2) asked
        join chat_rooms on chat_rooms.kind = asked.kind and chat_rooms.id = asked.room
        order by 1, 2 for update of chat_rooms skip locked) locked;
    end if;
    exit when attempt = 2 or cardinality(held) = wanted;
    -- A room gets its row with its first message. What belongs to no group and no pair of people gets none.
    insert into chat_rooms (kind, id)
      select distinct kind, room from unnest(kinds, rooms) as asked (kind, room)
      where not exists (select from chat_rooms where chat_rooms.kind = asked.kind and chat_rooms.id = asked.room)
        and case asked.kind when 'groups' then exists (select from groups where groups.id = asked.room)
          else exists (select from direct_chats where direct_chats.id = asked.room) end
      order by 1, 2
      on conflict do nothing;
  end loop;

  -- An author is counted over all rooms: one by one, in the same order always, after the locks of the rooms.
  perform pg_advisory_xact_lock(7210315, author)
    from (select distinct author from unnest(authors) as author order by 1) once;

  with asked as (
    select kind, room, author, content, image, key, place::int as place, kind || '/' || room = any (held) as is_held,
      exists (select from chat_rooms where chat_rooms.kind = asked.kind and chat_rooms.id = asked.room) as has_row
    from unnest(kinds, rooms, authors, contents, images, keys) with ordinality
      as asked (kind, room, author, content, image, key, place)
  ), judged as (
    select asked.*,
      case when asked.kind = 'direct' then exists (
        select from direct_chats
        join users other on other.id = case direct_chats.user_low when author then user_high else user_low end
        where direct_chats.id = asked.room and author in (user_low, user_high) and other.is_active)
      else exists (
        select from groups
        left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
        where groups.id = asked.room and (users.is_admin or (
          coalesce(chat_rooms.visible, groups.planner_name is null) and exists (
            select from memberships
            where memberships.group_id = groups.id and memberships.user_id = author and is_effective))))
      end as may,
      coalesce(
        (select id from chat_messages where user_id = author and client_key = key),
        (select message_id from deleted_messages where user_id = author and client_key = key)) as known
    from asked join users on users.id = author and users.is_active
  ), fresh as (
    select judged.*, row_number() over (partition by author order by place) + (
      select count(*) from chat_messages
      where user_id = author and created_at > now() - make_interval(secs => seconds)) as count
    from judged where is_held and may and known is null
  ), admitted as (
    select fresh.*, row_number() over (order by place) as nth from fresh where count <= most
  ), said as (
    insert into chat_messages (kind, room_id, user_id, content, image_id, client_key)
    select kind, room, author, content, image, key from admitted order by place
    returning *
  ), numbered as (
    select said.*, row_number() over (order by id) as nth from said
  ), newest as (
    select kind, room_id, min(id) as first, max(id) as last from said group by 1, 2
  ), moved as (
    update chat_rooms set last_message_id = newest.last from newest
    where chat_rooms.kind = newest.kind and chat_rooms.id = newest.room_id
  ), marks as (
    -- What was said without a network comes late, and programs do not look: an author has read up to their own message
    -- only where nothing of others stands between it and what they have read.
    insert into chat_marks (user_id, kind, room_id, read_up_to)
    select mine.user_id, mine.kind, mine.room_id, max(mine.id)
    from said mine
    left join chat_marks before
      on before.user_id = mine.user_id and before.kind = mine.kind and before.room_id = mine.room_id
    where not exists (
        select from chat_messages other
        where other.kind = mine.kind and other.room_id = mine.room_id
          and other.id > coalesce(before.read_up_to, 0) and other.user_id is distinct from mine.user_id)
      and not exists (
        select from said other
        where other.kind = mine.kind and other.room_id = mine.room_id
          and other.id < mine.id and other.user_id <> mine.user_id)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (user_id, kind, room_id) do update set read_up_to = excluded.read_up_to
    returning user_id, kind, room_id, read_up_to
  ), alerts as (
    -- It waits three seconds: who looks at the room has read it by then, and much that is said in a moment is one sound.
    -- Only where somebody else has a device and wants to be alerted; who that is, is found when it is sent.
    insert into jobs (kind, key, payload, run_at, useful_until)
    select 'chat.push', kind || '/' || room_id || '/' || floor(extract(epoch from now()) / 3),
      jsonb_build_object('kind', kind, 'room_id', room_id, 'message_id', first),
      now() + interval '3 seconds', now() + interval '1 day'
    from newest where case kind
      when 'groups' then exists (
        select from chat_marks join push_subscriptions on push_subscriptions.user_id = chat_marks.user_id
        where chat_marks.kind = 'groups' and chat_marks.room_id = newest.room_id and noise_level = 'alert'
          and exists (select from said where said.kind = newest.kind and said.room_id = newest.room_id and said.user_id <> chat_marks.user_id))
      else exists (
        select from direct_chats join push_subscriptions on push_subscriptions.user_id in (user_low, user_high)
        where direct_chats.id = newest.room_id
          and exists (select from said where said.kind = newest.kind and said.room_id = newest.room_id and said.user_id <> push_subscriptions.user_id)) end
    on conflict (kind, key) do nothing
  )
  select
    (select json_agg(json_build_object('id', coalesce(known, numbered.id), 'outcome', case
        when may is null or not may then 'refused' when known is not null then 'known'
        when numbered.id is not null then 'said' when is_held then 'limited'
        when has_row then 'busy' else 'refused' end) order by place)
      from (select place, is_held, has_row from asked) every
      left join (select place, may, known from judged) judged using (place)
      left join (select place, nth from admitted) admitted using (place)
      left join numbered using (nth)),
    (select json_agg(json_build_object('kind', newest.kind, 'id', newest.room_id, 'revision', chat_rooms.revision,
        'before', chat_rooms.last_message_id,
        'rights', (select count(*) || '/' || coalesce(max(id), 0) from rights_changes),
        'unread', (select json_agg(said.id order by said.id) from said
          where said.kind = newest.kind and said.room_id = newest.room_id and not exists (
            select from marks where marks.user_id = said.user_id and marks.kind = said.kind
              and marks.room_id = said.room_id and marks.read_up_to >= said.id)),
        'messages', (select json_agg(json_build_object('id', said.id, 'user_id', said.user_id,
            'username', users.username, 'display_name', case when users.spoken_name <> users.username and exists (
                select from users namesake where namesake.spoken_name = users.spoken_name and namesake.id <> users.id)
              then users.spoken_name || ' (' || users.username || ')' else users.spoken_name end,
            'created_at', said.created_at, 'content', content, 'image_id', image_id, 'client_key', client_key) order by said.id)
          from said join users on users.id = said.user_id
          where said.kind = newest.kind and said.room_id = newest.room_id)))
      from newest join chat_rooms on chat_rooms.kind = newest.kind and chat_rooms.id = newest.room_id)
  into outcomes, news;

  if not notified then return; end if;
  -- What is too long for one notification is told without its words: who needs them reads them.
  perform pg_notify('kontor_changed', case when octet_length(told.whole) < 7500 then told.whole else told.bare end)
  from json_array_elements(news) as room (said), lateral (
    select json_build_object('v', form, 'by', node, 'facts', json_build_array(fact), 'told',
        json_build_object(fact, json_build_object('said', said)))::text as whole,
      json_build_object('v', form, 'by', node, 'facts', json_build_array(fact))::text as bare
    from (select 'room:' || (said->>'kind') || ':' || (said->>'id') as fact) named) told;
end
$$;
alter function say_and_leave_unread set plan_cache_mode = force_generic_plan;
