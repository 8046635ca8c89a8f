// Happenings as a caller sees them. Only administrators get sums of times and counts of entries; for everybody
// else these are null.
import type { Happening, HappeningListItem } from '#contract/happenings.ts'
import { happeningLimits } from '#contract/words/happenings.ts'
import type { Caller } from '#server/caller.ts'
import { inSnapshot } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutHappenings, aboutStatuses } from '#server/live/facts.ts'
import { getHappening, type HappeningsQuery, listHappenings } from './store.ts'
import { listPartsOf, type NumberedPart } from './subhappenings-store.ts'

export const factsOfHappenings = [aboutHappenings, aboutStatuses]

/** One page of happenings; `with_teams` adds the first teams of each happening. */
export const readHappenings = (
  { db, config }: Kontor,
  by: Caller,
  query: HappeningsQuery & { with_teams?: boolean },
): Promise<{ items: HappeningListItem[]; pages: number }> =>
  inSnapshot(db, async (tx) => {
    const today = Temporal.Now.plainDateISO(config.timeZone).toString()
    const { items, pages } = await listHappenings(tx, by, query, today)
    const needsParts = by.is_admin || query.with_teams === true
    const ids = items.map(({ id }) => id)
    const parts = Map.groupBy(
      needsParts ? await listPartsOf(tx, by, ids) : [],
      ({ happening_id }) => happening_id,
    )
    return {
      items: items.map((row) => {
        const own = parts.get(row.id) ?? []
        const happening = toHappening(row, own, by)
        return query.with_teams ? { ...happening, ...firstTeams(own) } : happening
      }),
      pages,
    }
  })

export const readHappening = ({ db }: Kontor, by: Caller, id: number): Promise<Happening> =>
  inSnapshot(db, async (tx) => {
    const row = await getHappening(tx, by, id)
    return toHappening(row, by.is_admin ? await listPartsOf(tx, by, [id]) : [], by)
  })

/** The first teams; those that the caller records come before others. */
function firstTeams(parts: readonly NumberedPart[]) {
  const sorted = parts.toSorted((one, other) => Number(other.is_recorder) - Number(one.is_recorder))
  return { teams: sorted.slice(0, happeningLimits.teamsOfHappening), teams_count: parts.length }
}

const hiddenNumbers = {
  istzeit: null,
  sollzeit: null,
  istentries: null,
  sollentries: null,
  recorded: null,
  entries: null,
}
type Row = Omit<Happening, 'can' | keyof typeof hiddenNumbers>

function toHappening(row: Row, parts: readonly NumberedPart[], by: Caller): Happening {
  const can = { administer: by.is_admin }
  if (!by.is_admin) return { ...row, ...hiddenNumbers, can }
  const sum = (name: keyof typeof hiddenNumbers) => parts.reduce((sum, part) => sum + part[name], 0)
  return {
    ...row,
    istzeit: sum('istzeit'),
    sollzeit: sum('sollzeit'),
    istentries: sum('istentries'),
    sollentries: sum('sollentries'),
    recorded: sum('recorded'),
    entries: sum('entries'),
    can,
  }
}
