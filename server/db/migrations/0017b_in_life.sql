-- Statuses sort along the life of a thing, not by their letters: of documents, which end as Archiviert, and of happenings,
-- which end as Archiv.
create function in_life(status text) returns integer
language sql immutable parallel safe strict
return array_position(array['Entwurf', 'Inaktiv', 'Aktiv', 'Erledigt', 'Archiv', 'Archiviert'], status);

drop index happenings_by_status;
drop index happenings_by_status_down;
create index happenings_by_life on happenings (in_life(status), id);
create index happenings_by_life_down on happenings (in_life(status) desc nulls last, id);
