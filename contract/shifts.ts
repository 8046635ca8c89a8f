// A person's own shifts: what the staff planner plans of them, and what was recorded.
import { type Static, Type } from 'typebox'
import { del, get, post } from './endpoint.ts'
import { HappeningStatus } from './happenings.ts'
import { DateTime, Day, Done, DoneWith, Id, Nullable, orderedPage, Page, Text } from './shapes.ts'

const MaybeText = Nullable(Type.String())

/** Times are those of the clock on the wall of the company: `YYYY-MM-DDTHH:MM`; lengths are whole minutes. */
export const Shift = Type.Object(
  {
    id: Id,
    happening_id: Id,
    subhappening_id: Id,
    happening_name: Type.String(),
    /** The part of the happening. */
    name: Type.String(),
    /** The happening's place; empty where the planner says none. */
    ort: Type.String(),
    /** The day that it belongs to. */
    date: Day,
    funktion: MaybeText,
    aufgabe: MaybeText,
    cancelled: Type.Boolean(),
    soll_von: MaybeText,
    soll_bis: MaybeText,
    soll_duration: Type.Integer(),
    ist_von: MaybeText,
    ist_bis: MaybeText,
    ist_duration: Type.Integer(),
    /** Minutes of break within them, where they are known. */
    ist_pause: Nullable(Type.Integer()),
    /** What was noted beside the times. */
    note: MaybeText,
    /** They did not come: there are no times. */
    absent: Type.Boolean(),
    submitted: Type.Boolean(),
    /** The chat of the group that is called like the part, if the person is in it. */
    room_id: Nullable(Id),
    /** Who records the times of the team, and is asked about them; in the list of one's own shifts. */
    recorders: Type.Optional(
      Type.Array(Type.Object({ id: Id, display_name: Type.String() }, { title: 'ShiftRecorder' })),
    ),
    /** Whether they may also see the times of the team. */
    can: Type.Object({ open: Type.Boolean() }, { title: 'ShiftCan' }),
  },
  { title: 'Shift' },
)
export type Shift = Static<typeof Shift>

export const Shifts = Type.Object(
  {
    /** Monday of the first week, and Sunday of the last one. */
    start: Day,
    end: Day,
    today: Day,
    items: Type.Array(Shift),
    /** The day of the last shift before these weeks, and of the first one after them. */
    earlier: Nullable(Day),
    later: Nullable(Day),
    /** Since when a calendar may fetch them under a secret address, or null. */
    feed_since: Nullable(DateTime),
  },
  { title: 'Shifts' },
)
export type Shifts = Static<typeof Shifts>

const TeamOfPerson = Type.Object(
  {
    happening_id: Id,
    subhappening_id: Id,
    happening_name: Type.String(),
    name: Type.String(),
    date: Day,
    status: HappeningStatus,
    /** Enters its times. */
    records: Type.Boolean(),
    /** Works there, as the planner says. */
    is_planned: Type.Boolean(),
  },
  { title: 'TeamOfPerson' },
)
export type TeamOfPerson = Static<typeof TeamOfPerson>

export const shifts = {
  list: get('/shifts/', {
    givesWay: true,
    says: 'Die eigenen Einsätze von vier Wochen, geplant und erfasst; für alle, die die Personalplanung kennt',
    may: 'staff',
    offline: true,
    polled: true,
    hidden: true,
    query: Type.Object({
      /** A day of the first week; without it the week of today. */
      start: Type.String({ default: '', pattern: '^((?!0000)\\d{4}-\\d{2}-\\d{2}|)$' }),
    }),
    answer: Shifts,
  }),
  teamsOfPerson: get('/users/{user_id}/teams/', {
    givesWay: true,
    says: 'Die Teams, deren Zeiten eine Person erfasst, und die, in denen sie eingeplant ist',
    may: 'admin',
    params: Type.Object({ user_id: Id }),
    query: Type.Object(orderedPage),
    answer: Page(TeamOfPerson),
  }),
  makeFeed: post('/shifts/feed/', {
    says: 'Eine geheime Adresse anlegen, unter der ein Kalender die eigenen Einsätze abruft; eine frühere gilt nicht mehr',
    may: 'staff',
    hidden: true,
    /** Said this one time: the server keeps only what recognises it. */
    answer: DoneWith({ path: Type.String() }),
  }),
  endFeed: del('/shifts/feed/', {
    says: 'Die geheime Adresse für den eigenen Kalender widerrufen',
    may: 'staff',
    hidden: true,
    answer: Done,
  }),
  calendar: get('/shifts/feed/{token}/einsaetze.ics', {
    says: 'Die Einsätze einer Person als Kalender (iCalendar), für alle, die ihre geheime Adresse kennen',
    may: 'everyone',
    hidden: true,
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) }),
    answer: Text('text/calendar; charset=utf-8'),
  }),
}
