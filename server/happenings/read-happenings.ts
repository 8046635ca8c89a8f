// Happenings as a caller sees them. The numbers are administrators'; for everybody else they are null.
import type { Happening, HappeningListItem } from '#contract/happenings.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import type { Viewer } from './may-see-store.ts'
import { numbersOfHappenings } from './numbers-store.ts'
import { type Asked, getHappening, listHappenings } from './store.ts'
import { listTeams } from './subhappenings-store.ts'

type HappeningRow = Omit<Happening, 'can' | keyof typeof hidden>
const hidden = { istzeit: null, sollzeit: null, istentries: null, sollentries: null }

export async function readHappenings(
  kontor: Kontor,
  by: Caller,
  { with_teams, ...asked }: Asked & { with_teams?: boolean },
) {
  const { items, pages } = await listHappenings(kontor, viewer(kontor, by), asked)
  const numbered = await withNumbers(kontor, by, items)
  return { items: with_teams ? await withTeams(kontor, by, numbered) : numbered, pages }
}

async function withTeams(kontor: Kontor, by: Caller, rows: Happening[]): Promise<HappeningListItem[]> {
  const teams = await listTeams(
    kontor.db,
    viewer(kontor, by),
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const own = teams.get(row.id) ?? []
    return { ...row, teams: own, teams_count: own[0]?.count ?? 0 }
  })
}

export async function readHappening(kontor: Kontor, by: Caller, id: number): Promise<Happening> {
  const happening = await getHappening(kontor.db, viewer(kontor, by), id)
  return (await withNumbers(kontor, by, [happening]))[0] as Happening
}

export const viewer = ({ config }: Pick<Kontor, 'config'>, by: Caller): Viewer => ({
  by,
  group: config.happeningsGroup,
})

async function withNumbers({ db }: Kontor, by: Caller, rows: HappeningRow[]): Promise<Happening[]> {
  const can = { administer: by.is_admin }
  if (!by.is_admin) return rows.map((row) => ({ ...row, ...hidden, can }))
  const numbers = await numbersOfHappenings(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, ...numbers(row.id), can }))
}
