// What concerns a person today, on one page.
import { type Static, Type } from 'typebox'
import { ChatAuthor } from './chat.ts'
import { get } from './endpoint.ts'
import { report } from './jobs.ts'
import { DateTime, Day, Id, Nullable, OneOf } from './shapes.ts'
import { Shift } from './shifts.ts'

/** So many stand on the page; the number of all is said beside. */
const Some = <S extends Parameters<typeof Type.Array>[0]>(item: S) =>
  Type.Object({ count: Type.Integer(), items: Type.Array(item) })

/** A document that the person may fill in, and has not filled in whole. `due_on`: by when, where it has a date. */
const OpenDoc = Type.Object(
  {
    id: Id,
    name: Type.String(),
    fields: Type.Integer(),
    filled: Type.Integer(),
    due_on: Nullable(Day),
    /** What is missing after the answers, or but for it: where nobody hands it in there are only answers. */
    hand_in: OneOf(['none', 'after', 'now']),
  },
  { title: 'OpenDoc' },
)

/** How far the times of a team have come. Whoever is cancelled and did not come is not counted. */
const Team = Type.Object(
  {
    happening_id: Id,
    subhappening_id: Id,
    happening_name: Type.String(),
    name: Type.String(),
    date: Day,
    /** When the first of them begins by the plan, by the clock on the wall: `YYYY-MM-DDTHH:MM`. */
    begins: Nullable(Type.String()),
    /** It has not begun yet: nothing is missing. */
    is_ahead: Type.Boolean(),
    entries: Type.Integer(),
    recorded: Type.Integer(),
    /** Recorded and not sent yet. */
    ready: Type.Integer(),
    sent: Type.Integer(),
  },
  { title: 'TodayTeam' },
)
export type Team = Static<typeof Team>

const UnreadChat = Type.Object(
  {
    kind: OneOf(['groups', 'direct']),
    id: Id,
    name: Type.String(),
    /** Of a direct chat: the other person; null when they have been deleted, and for groups. */
    user_id: Nullable(Id),
    /** The newest one, as the list of chats tells it; who said it only in a group. */
    last_message: Nullable(Type.String()),
    last_message_at: Nullable(DateTime),
    last_message_by: Nullable(ChatAuthor),
  },
  { title: 'UnreadChat' },
)

const LastSync = Type.Object(
  {
    kind: OneOf(['users', 'happenings']),
    finished_at: Nullable(DateTime),
    outcome: report.outcome,
  },
  { title: 'LastSync' },
)

/** What waits for administrators. */
const Waiting = Type.Object(
  {
    /** Teams of the last month that have not sent all times. */
    unsent_teams: Some(Team),
    /** Documents that are Aktiv, and that nobody of the staff has opened. */
    unread_docs: Some(Type.Object({ id: Id, name: Type.String() }, { title: 'UnreadDoc' })),
    /** Without a planner there are none. */
    syncs: Type.Array(LastSync),
    /** Active people who cannot sign in yet. */
    without_password: Type.Integer(),
    /** Those of them whose invitation has ended, or who never had one. */
    not_invited: Type.Integer(),
  },
  { title: 'TodayWaiting' },
)
export type Waiting = Static<typeof Waiting>

export const Today = Type.Object(
  {
    /** By the clock of the company. */
    date: Day,
    docs: Some(OpenDoc),
    /** Those whose times the person records, from yesterday to tomorrow; for who sees happenings. */
    teams: Type.Optional(Some(Team)),
    /** The next of them after tomorrow, where there is room for them. */
    coming_teams: Type.Optional(Type.Array(Team)),
    /** The next ones, what runs now included; for whom the planner knows. */
    shifts: Type.Optional(Type.Array(Shift)),
    chats: Some(UnreadChat),
    /** For administrators. */
    waiting: Type.Optional(Waiting),
  },
  { title: 'Today' },
)
export type Today = Static<typeof Today>

export const today = {
  read: get('/today/', {
    givesWay: true,
    says: 'Was heute ansteht: offene Prozesse, Teams, eigene Einsätze, Chats; für Admins auch, was wartet',
    may: 'staff',
    offline: true,
    polled: true,
    answer: Today,
  }),
}
