// A person's own shifts: planned and recorded times.
import { type Static, Type } from 'typebox'
import { del, get, post } from './endpoint.ts'
import { HappeningStatus } from './happenings.ts'
import {
  DateTime,
  Day,
  Id,
  Nullable,
  orderAndPageFields,
  Page,
  SuccessAnswer,
  SuccessAnswerWith,
  TextAnswer,
} from './shapes.ts'

const NullableText = Nullable(Type.String())

/** Times are local times of the company, `YYYY-MM-DDTHH:MM`; lengths are whole minutes. */
export const Shift = Type.Object(
  {
    id: Id,
    happening_id: Id,
    subhappening_id: Id,
    happening_name: Type.String(),
    /** Kind of the happening; may be empty. */
    type: Type.String(),
    /** Name of the sub-happening. */
    name: Type.String(),
    /** Place of the happening; may be empty. */
    ort: Type.String(),
    date: Day,
    funktion: NullableText,
    aufgabe: NullableText,
    cancelled: Type.Boolean(),
    soll_von: NullableText,
    soll_bis: NullableText,
    soll_duration: Type.Integer(),
    ist_von: NullableText,
    ist_bis: NullableText,
    ist_duration: Type.Integer(),
    /** Minutes of break; null if unknown. */
    ist_pause: Nullable(Type.Integer()),
    /** The recorder's note. */
    note: NullableText,
    /** True if the person did not come, so that there are no times. */
    absent: Type.Boolean(),
    submitted: Type.Boolean(),
    /** Chat of the group with the sub-happening's name, if the person is a member. */
    room_id: Nullable(Id),
    /** Recorders of the team, to ask about the times; only in the list of one's own shifts. */
    recorders: Type.Optional(
      Type.Array(Type.Object({ id: Id, display_name: Type.String() }, { title: 'ShiftRecorder' })),
    ),
    /** `open`: the caller may open the team's timesheet. */
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
    /** Days of the last shift before these weeks and of the first one after them. */
    earlier: Nullable(Day),
    later: Nullable(Day),
    /** When the secret calendar address was created; null if there is none. */
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
    /** The person records the times of the team. */
    records: Type.Boolean(),
    /** The person is planned to work in the team. */
    is_planned: Type.Boolean(),
  },
  { title: 'TeamOfPerson' },
)
export type TeamOfPerson = Static<typeof TeamOfPerson>

export const shifts = {
  list: get('/shifts/', {
    shedFirst: true,
    says: 'Die eigenen Einsätze von vier Wochen, geplant und erfasst; für alle, die die Personalplanung kennt',
    may: 'staff',
    offline: true,
    polled: true,
    hidden: true,
    query: Type.Object({
      /** Any day of the first week; this week if empty. */
      start: Type.String({ default: '', pattern: '^((?!0000)\\d{4}-\\d{2}-\\d{2}|)$' }),
    }),
    answer: Shifts,
  }),
  teamsOfPerson: get('/users/{user_id}/teams/', {
    shedFirst: true,
    says: 'Die Teams, deren Zeiten eine Person erfasst, und die, in denen sie eingeplant ist',
    may: 'admin',
    params: Type.Object({ user_id: Id }),
    query: Type.Object(orderAndPageFields),
    answer: Page(TeamOfPerson),
  }),
  makeFeed: post('/shifts/feed/', {
    says: 'Eine geheime Adresse anlegen, unter der ein Kalender die eigenen Einsätze abruft; eine frühere gilt nicht mehr',
    may: 'staff',
    hidden: true,
    /** Shown only this time; the server stores a hash. */
    answer: SuccessAnswerWith({ path: Type.String() }),
  }),
  endFeed: del('/shifts/feed/', {
    says: 'Die geheime Adresse für den eigenen Kalender widerrufen',
    may: 'staff',
    hidden: true,
    answer: SuccessAnswer,
  }),
  calendar: get('/shifts/feed/{token}/einsaetze.ics', {
    says: 'Die Einsätze einer Person als Kalender (iCalendar), für alle, die ihre geheime Adresse kennen',
    may: 'everyone',
    hidden: true,
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) }),
    answer: TextAnswer('text/calendar; charset=utf-8'),
  }),
}
