drop index happenings_by_date, happenings_by_latest, happenings_by_name, happenings_by_name_down, happenings_by_type,
  happenings_by_type_down, happenings_by_life, happenings_by_life_down;
