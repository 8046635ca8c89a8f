-- When a document was first opened by somebody of the staff since it became Aktiv; by whom is nobody's business. Of those
-- that were open before this was written down nobody knows, and nobody is alarmed.
alter table docs add column first_read_at timestamptz;
update docs set first_read_at = last_update where status in ('Aktiv', 'Erledigt');
