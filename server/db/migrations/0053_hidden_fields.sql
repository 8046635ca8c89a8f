-- The fields that a document does not ask for, because the condition of their section does not hold: of who has entered
-- nothing yet, and of each person with answers. Reckoned by the program (contract/document/conditions.ts) with every change.
alter table docs add column hidden text[] not null default '{}';
alter table doc_answers add column hidden text[] not null default '{}';
