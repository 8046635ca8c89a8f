-- Whether people hand a document in when they are through with it, and sign it: null where they do not.
alter table docs
  add column hand_in text check (hand_in in ('plain', 'signed'));

-- When somebody has handed in what they entered, and how they signed it: strokes as numbers, or their name.
alter table doc_answers
  add column handed_in_at timestamptz,
  add column signature jsonb;
