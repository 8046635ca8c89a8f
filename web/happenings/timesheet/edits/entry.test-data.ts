// An entry for tests: planned from eight to four, nothing recorded.

import type { TimeEntry } from '#contract/times.ts'
import { emptyPlannerTexts } from '#contract/words/planner-texts.ts'

export const anEntry = (changes: Partial<TimeEntry> = {}): TimeEntry => ({
  ...emptyPlannerTexts,
  id: 1,
  personalnummer: '100',
  first_name: 'Ada',
  last_name: 'Berg',
  status: 'zugesagt',
  aufgabe: 'Aufbau',
  funktion: 'Helfer',
  is_editable: true,
  submitted: false,
  soll_von_date: '2026-11-21',
  soll_von_time: '08:00:00',
  soll_bis_date: '2026-11-21',
  soll_bis_time: '16:00:00',
  soll_duration: 480,
  ist_von_date: null,
  ist_von_time: null,
  ist_bis_date: null,
  ist_bis_time: null,
  ist_duration: 0,
  soll_pause: null,
  ist_pause: null,
  note: null,
  absent: false,
  unplanned: false,
  revision: 0,
  refused: null,
  withdrawal: null,
  ...changes,
})
