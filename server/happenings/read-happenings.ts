// Happenings as a caller sees them. The numbers are administrators'; for everybody else they are null. Lists are put
// together from pieces in memory (pieces.ts): of what has changed one statement is read, for all who see it.
import type { Happening, HappeningListItem, HappeningTeam } from '#contract/happenings.ts'
import { limits, UNSENT } from '#contract/words/happenings.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { madeOf } from '#server/lists/list-memory.ts'
import { aboutRecorders, aboutTimes, aboutUsers } from '#server/live/facts.ts'
import { type Asked, factsOfList, listHappenings } from './listed-store.ts'
import { nameOf, type Viewer } from './may-see-store.ts'
import {
  factsOfHappening,
  isOfOneMoment,
  isSeen,
  numbers,
  parts,
  recorded,
  records,
  refusalOfUnseen,
  type View,
  viewOf,
} from './pieces.ts'
import { type Numbers, noNumbers, type Part } from './pieces-store.ts'
import { findHappening } from './store.ts'

type AskedList = Asked & { with_teams?: boolean }
type Row = Omit<Happening, 'can' | keyof typeof hidden>
type Page = { items: Row[]; pages: number }
type HappeningsPage = { items: HappeningListItem[]; pages: number }
/** What a page is made of, the same for all of one sight. */
type PiecesOfList = {
  page: Page
  parts: ReadonlyMap<number, readonly Part[]>
  numbers: ReadonlyMap<number, Numbers>
}
const hidden = { istzeit: null, sollzeit: null, istentries: null, sollentries: null, entries: null }

export const viewer = ({ config }: Pick<Kontor, 'config'>, by: Caller): Viewer => ({
  by,
  group: config.happeningsGroup,
})

export async function readHappenings(kontor: Kontor, by: Caller, given: AskedList): Promise<HappeningsPage> {
  const asked = ofToday(kontor, given)
  const { view, pieces } = await kontor.lists.ofOneMoment({
    read: async () => {
      const view = await viewOf(kontor, by)
      return { view, pieces: await piecesOf(kontor, view, asked) }
    },
    fits: ({ view, pieces }) => isOfOneMoment(view, by, [...pieces.parts.values()].flat()),
    keys: ({ view, pieces }) => [
      keyOf(view, asked),
      pageKeyOf(view, asked),
      recorded.keyOf(by.id),
      ...[...pieces.parts.keys()].map(parts.keyOf),
    ],
  })
  return shown(pieces, view, by, asked)
}

/** „Zu senden“ is another question on each day of the company: nothing that is kept changes at midnight. */
const ofToday = ({ config }: Kontor, asked: AskedList): AskedList =>
  asked.status === UNSENT ? { ...asked, today: Temporal.Now.plainDateISO(config.timeZone).toString() } : asked

const pageKeyOf = (
  { sight }: View,
  { filter, order_by, page, per_page, status, type, date_start, date_end, today }: Asked,
) =>
  `happenings ${JSON.stringify([nameOf(sight), filter, order_by, page, per_page, status, type, date_start, date_end, today])}`
const keyOf = (view: View, asked: AskedList) =>
  `${asked.with_teams ? 'with teams' : 'without'} ${pageKeyOf(view, asked)}`

function piecesOf(kontor: Kontor, view: View, asked: AskedList): Promise<PiecesOfList> {
  const { lists } = kontor
  return lists.compose({
    key: keyOf(view, asked),
    facts: [...factsOfList(asked.status), aboutUsers],
    more: (made) => [
      ...[...made.parts.keys()].map(aboutRecorders),
      ...[...made.numbers.keys()].map(aboutTimes),
    ],
    compose: async () => {
      const page = await lists.read({
        key: pageKeyOf(view, asked),
        facts: factsOfList(asked.status),
        filter: asked.filter,
        read: () => listHappenings(kontor, view.sight, asked),
      })
      const needed = view.sight === 'all' || asked.with_teams === true
      const ids = needed ? page.items.map(({ id }) => id) : []
      const found = await lists.each(parts, ids)
      const own = (id: number) => view.own === undefined || view.own.parts.has(id)
      const shownParts = [...found.values()].flat().flatMap(({ id }) => (own(id) ? [id] : []))
      return { page, parts: found, numbers: await lists.each(numbers, shownParts) }
    },
  })
}

function shown(pieces: PiecesOfList, { sight }: View, by: Caller, { with_teams }: AskedList): HappeningsPage {
  const isRecorder = with_teams && [...pieces.parts.values()].flat().some((part) => records(part, by))
  return madeOf(pieces, isRecorder ? String(by.id) : 'others', () => ({
    items: pieces.page.items.map((row) => {
      const all = pieces.parts.get(row.id) ?? []
      const happening = withNumbers(row, all, pieces.numbers, by)
      return with_teams ? { ...happening, ...teamsOf(all, pieces.numbers, by, sight) } : happening
    }),
    pages: pieces.page.pages,
  }))
}

/** The first teams that somebody may see: their own before others. */
function teamsOf(all: readonly Part[], known: PiecesOfList['numbers'], by: Caller, sight: View['sight']) {
  const [own, others] = [all.filter((part) => records(part, by)), all.filter((part) => !records(part, by))]
  const seen = typeof sight === 'string' ? [...own, ...others] : own
  const teams = seen.slice(0, limits.teamsOfHappening).map(({ id, name }): HappeningTeam => {
    const { istentries, sollentries, entries, is_sent, soll_von, soll_bis } = known.get(id) ?? noNumbers
    return { id, name, istentries, sollentries, entries, is_sent, soll_von, soll_bis }
  })
  return { teams, teams_count: seen.length }
}

function withNumbers(row: Row, all: readonly Part[], known: PiecesOfList['numbers'], by: Caller): Happening {
  const can = { administer: by.is_admin }
  if (!by.is_admin) return { ...row, ...hidden, can }
  const sum = (name: keyof typeof hidden) =>
    all.reduce((sum, { id }) => sum + (known.get(id)?.[name] ?? 0), 0)
  const numbers = {
    istzeit: sum('istzeit'),
    sollzeit: sum('sollzeit'),
    istentries: sum('istentries'),
    sollentries: sum('sollentries'),
    entries: sum('entries'),
  }
  return { ...row, ...numbers, can }
}

type One = { row: Row } & Omit<PiecesOfList, 'page'>
const oneKey = (id: number, by: Caller) => `${by.is_admin ? 'numbered' : 'plain'} happening ${id}`

/** One that the caller may see. */
export async function readHappening(kontor: Kontor, by: Caller, id: number): Promise<Happening> {
  const view = await viewOf(kontor, by)
  const one = await oneOf(kontor, by, id)
  if (!isSeen(view, one.row)) throw await refusalOfUnseen(kontor, view)
  return shownOne(one, by)
}

function oneOf(kontor: Kontor, by: Caller, id: number): Promise<One> {
  const { lists } = kontor
  return lists.compose({
    key: oneKey(id, by),
    facts: [...factsOfHappening(id), aboutUsers, aboutRecorders(id)],
    more: (made) => [...made.numbers.keys()].map(aboutTimes),
    compose: async () => {
      const row = await readRow(kontor, id)
      const found = await lists.each(parts, by.is_admin ? [id] : [])
      const ids = [...found.values()].flat().map(({ id }) => id)
      return { row, parts: found, numbers: await lists.each(numbers, ids) }
    },
  })
}

const rowKey = (id: number) => `happening ${id}`

/** Whoever may see it. */
export const readRow = ({ lists }: Kontor, id: number): Promise<Row> =>
  lists.read({
    key: rowKey(id),
    facts: factsOfHappening(id),
    read: (db) => findHappening(db, id),
  })

const shownOne = (one: One, by: Caller): Happening =>
  madeOf(one, String(by.is_admin), () =>
    withNumbers(one.row, one.parts.get(one.row.id) ?? [], one.numbers, by),
  )
