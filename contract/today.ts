// „Heute“: everything that concerns a person today, on one page.
import { type Static, Type } from 'typebox'
import { ChatAuthor } from './chat.ts'
import { get } from './endpoint.ts'
import { reportFields } from './jobs.ts'
import { DateTime, Day, Id, Nullable, OneOf } from './shapes.ts'
import { Shift } from './shifts.ts'

/** `items`: the first few of a list. `count`: number of all. */
const CountAndItems = <S extends Parameters<typeof Type.Array>[0]>(item: S) =>
  Type.Object({ count: Type.Integer(), items: Type.Array(item) })

/** A document that the person has yet to fill in completely. */
const OpenDoc = Type.Object(
  {
    id: Id,
    name: Type.String(),
    fields: Type.Integer(),
    filled: Type.Integer(),
    due_on: Nullable(Day),
    /**
     * `none`: the document has no hand-in. `after`: answers are still missing before the hand-in. `now`: only
     * the hand-in is missing.
     */
    hand_in: OneOf(['none', 'after', 'now']),
  },
  { title: 'OpenDoc' },
)

/** Progress of recording the times of a team. Cancelled people without recorded times are not counted. */
const TodayTeam = Type.Object(
  {
    happening_id: Id,
    subhappening_id: Id,
    happening_name: Type.String(),
    name: Type.String(),
    date: Day,
    /** The first planned start, in local time: `YYYY-MM-DDTHH:MM`. */
    begins: Nullable(Type.String()),
    /** True before the planned start; no times are expected until then. */
    is_ahead: Type.Boolean(),
    entries: Type.Integer(),
    recorded: Type.Integer(),
    /** Recorded, not yet sent. */
    ready: Type.Integer(),
    sent: Type.Integer(),
  },
  { title: 'TodayTeam' },
)
export type TodayTeam = Static<typeof TodayTeam>

const UnreadChat = Type.Object(
  {
    kind: OneOf(['groups', 'direct']),
    id: Id,
    name: Type.String(),
    /** The other person of a direct chat; null if deleted, and for groups. */
    user_id: Nullable(Id),
    /** Preview of the latest message, with its author in groups only. */
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
    outcome: reportFields.outcome,
  },
  { title: 'LastSync' },
)

/** Open tasks of administrators. */
const AdminTasks = Type.Object(
  {
    /** Teams of the last month with unsent times. */
    unsent_teams: CountAndItems(TodayTeam),
    /** Documents with status Aktiv that no staff member has opened. */
    unread_docs: CountAndItems(Type.Object({ id: Id, name: Type.String() }, { title: 'UnreadDoc' })),
    /** Empty without a planner. */
    syncs: Type.Array(LastSync),
    /** Active people who cannot sign in yet. */
    without_password: Type.Integer(),
    /** Number of people in `without_password` who have no valid invitation. */
    not_invited: Type.Integer(),
  },
  { title: 'TodayWaiting' },
)
export type AdminTasks = Static<typeof AdminTasks>

export const Today = Type.Object(
  {
    /** In the company's time zone. */
    date: Day,
    docs: CountAndItems(OpenDoc),
    /** Teams whose times the person records, from yesterday to tomorrow; only with access to happenings. */
    teams: Type.Optional(CountAndItems(TodayTeam)),
    /** Teams of later days, if few teams are listed in `teams`. */
    coming_teams: Type.Optional(Type.Array(TodayTeam)),
    /** Current and next shifts; only for people known to the planner. */
    shifts: Type.Optional(Type.Array(Shift)),
    chats: CountAndItems(UnreadChat),
    /** Only for administrators. */
    waiting: Type.Optional(AdminTasks),
  },
  { title: 'Today' },
)
export type Today = Static<typeof Today>

export const today = {
  read: get('/today/', {
    shedFirst: true,
    says: 'Was heute ansteht: offene Prozesse, Teams, eigene Einsätze, Chats; für Admins auch, was wartet',
    may: 'staff',
    offline: true,
    polled: true,
    answer: Today,
  }),
}
