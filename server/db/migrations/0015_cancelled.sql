-- Whoever is cancelled is not planned any more: planned minutes are those of who is awaited.
update time_entries set soll_minutes = null where lower(trim(status)) = 'abgesagt' and soll_minutes is not null;
