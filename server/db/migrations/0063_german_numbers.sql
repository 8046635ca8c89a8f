-- German order in which numbers within a text count as numbers: 7, 0012, 123, A2, A10. What personnel numbers are sorted by;
-- time_entries.personalnummer_order, which knew only those without letters, is still read by servers of the version before.
-- It may be there already: a restore that broke off leaves it, and an older backup comes in after it.
create collation if not exists german_numbers (provider = icu, locale = 'de-u-kn-true');
