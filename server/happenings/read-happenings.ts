// Happenings as a caller sees them. The numbers are administrators'; for everybody else they are null.
import type { Happening, HappeningListItem, HappeningTeam } from '#contract/happenings.ts'
import { limits, UNSENT } from '#contract/words/happenings.ts'
import type { Caller } from '#server/caller.ts'
import { atOneMoment, type Database } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { type Asked, listHappenings } from './listed-store.ts'
import type { Viewer } from './may-see-store.ts'
import { listNumbersOf, listPartsOf, type Numbers, noNumbers, type Part } from './parts-store.ts'
import { isSeen, records, refusalOfUnseen, type View, viewOf } from './sight.ts'
import { findHappening } from './store.ts'

type AskedList = Asked & { with_teams?: boolean }
type Row = Omit<Happening, 'can' | keyof typeof hidden>
type NumbersOf = ReadonlyMap<number, Numbers>
const hidden = { istzeit: null, sollzeit: null, istentries: null, sollentries: null, entries: null }

export const viewer = ({ config }: Pick<Kontor, 'config'>, by: Caller): Viewer => ({
  by,
  group: config.happeningsGroup,
})

/** Those of a page, each with its first teams where they are asked for. */
export const readHappenings = (
  { db, config }: Kontor,
  by: Caller,
  asked: AskedList,
): Promise<{ items: HappeningListItem[]; pages: number }> =>
  atOneMoment(db, async (tx) => {
    const view = await viewOf(tx, by)
    const today = Temporal.Now.plainDateISO(config.timeZone).toString()
    const ofToday = asked.status === UNSENT ? { ...asked, today } : asked
    const { items, pages } = await listHappenings(tx, view.sight, ofToday)
    const needsParts = by.is_admin || asked.with_teams === true
    const { parts, numbers } = await partsOf(tx, view, needsParts ? items.map(({ id }) => id) : [])
    return {
      items: items.map((row) => {
        const all = parts.get(row.id) ?? []
        const happening = withNumbers(row, all, numbers, by)
        return asked.with_teams ? { ...happening, ...teamsOf(all, numbers, by, view.sight) } : happening
      }),
      pages,
    }
  })

/** Of these happenings all parts, and the numbers of those that somebody sees. */
async function partsOf(db: Database, { own }: View, happeningIds: readonly number[]) {
  const parts = await listPartsOf(db, happeningIds)
  const seen = [...parts.values()].flat().filter(({ id }) => own === undefined || own.parts.has(id))
  return {
    parts,
    numbers: await listNumbersOf(
      db,
      seen.map(({ id }) => id),
    ),
  }
}

/** The first teams that somebody may see: their own before others. */
function teamsOf(all: readonly Part[], known: NumbersOf, by: Caller, sight: View['sight']) {
  const [own, others] = [all.filter((part) => records(part, by)), all.filter((part) => !records(part, by))]
  const seen = typeof sight === 'string' ? [...own, ...others] : own
  const teams = seen.slice(0, limits.teamsOfHappening).map(({ id, name }): HappeningTeam => {
    const { istentries, sollentries, entries, is_sent, soll_von, soll_bis } = known.get(id) ?? noNumbers
    return { id, name, istentries, sollentries, entries, is_sent, soll_von, soll_bis }
  })
  return { teams, teams_count: seen.length }
}

function withNumbers(row: Row, all: readonly Part[], known: NumbersOf, by: Caller): Happening {
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

/** One that the caller may see. */
export const readHappening = ({ db }: Kontor, by: Caller, id: number): Promise<Happening> =>
  atOneMoment(db, async (tx) => {
    const view = await viewOf(tx, by)
    const row = await findHappening(tx, id)
    if (!isSeen(view, row)) throw await refusalOfUnseen(tx, view)
    const { parts, numbers } = await partsOf(tx, view, by.is_admin ? [id] : [])
    return withNumbers(row, parts.get(id) ?? [], numbers, by)
  })
