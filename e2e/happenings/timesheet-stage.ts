// The stage of the stories about timesheets: teams that Bruno records, and the planner that their times go to.
import { after } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { emptyHappeningTexts } from '#contract/words/happening-texts.ts'
import { cast, type Person } from '#demo/cast.ts'
import { plannedHappenings } from '#demo/happenings.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { optionalFields } from '#server/planner/port.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { type Options, setStage } from '../stage.ts'

export type Planned = [from: string, to: string]
export const overnight: Planned = ['2025-11-21T18:00', '2025-11-22T02:00']

export async function setTimesheetStage() {
  const planner = await startSimulator({ users: [], happenings: plannedHappenings(), fields: optionalFields })
  const stage = await setStage({ PLANNER_URL: planner.url, PLANNER_TOKEN: planner.token })
  after(() => planner.stop())
  const { db, idOf } = stage

  async function open(person: Person, path: string, options?: Options): Promise<Page> {
    const page = await stage.as(person, path, options)
    await page.getByRole('table', { name: 'Zeiten' }).waitFor()
    return page
  }

  /** Source of personnel numbers that occur once. */
  let teams = 0
  /**
   * `people` have a plan, Castell has none. The first of each team has a unique personnel number: a person in
   * two teams at once would cause a hint, which moves the rows below it.
   */
  async function team(name: string, soll = overnight, people = ['Aigner', 'Berg']) {
    const personalnummer = String(++teams)
    const made = await insertHappening(db, {
      name,
      date: soll[0].slice(0, 10),
      recorders: [await idOf(cast.bruno)],
      entries: [
        ...people.map((name, at) => ({ name, soll, ...(at === 0 && { personalnummer }) })),
        { name: 'Castell' },
      ],
    })
    return { ...made, screen: `/ui/happenings/${made.id}/${made.sub}/timesheet` }
  }

  /** From now on the planner knows these entries. */
  async function planThem({ sub }: { sub: number }) {
    const rows = await db.selectFrom('time_entries').where('subhappening_id', '=', sub).selectAll().execute()
    const entries = rows.map(({ planner_id, ...row }) => ({ ...row, id: planner_id }))
    const { planner_id } = await db
      .selectFrom('subhappenings')
      .where('id', '=', sub)
      .select('planner_id')
      .executeTakeFirstOrThrow()
    const part = { id: planner_id, name: 'Bühne', entries }
    planner.happenings.push({
      id: `V${sub}`,
      name: '',
      ...emptyHappeningTexts,
      date: '2025-11-21',
      subhappenings: [part],
    })
  }

  /**
   * The team „Bühne“ of the demo's gala, with twenty people, moved to a day in the past: times in the future
   * would have to be confirmed.
   */
  async function galaThatIsOver() {
    const gala = await db
      .selectFrom('subhappenings')
      .innerJoin('happenings', 'happenings.id', 'happening_id')
      .where('happenings.name', '=', 'Nordlicht-Gala')
      .where('subhappenings.name', '=', 'Bühne')
      .select(['subhappenings.id', 'happening_id'])
      .executeTakeFirstOrThrow()
    await db
      .updateTable('time_entries')
      .set({ soll_von: sql`soll_von - interval '2 days'`, soll_bis: sql`soll_bis - interval '2 days'` })
      .where('subhappening_id', '=', gala.id)
      .execute()
    return gala
  }

  const entry = (id: number | undefined) =>
    db
      .selectFrom('time_entries')
      .where('id', '=', id as number)
      .selectAll()
      .executeTakeFirstOrThrow()
  const timesOf = async (id: number | undefined) => {
    const { ist_von, ist_bis } = await entry(id)
    return [ist_von, ist_bis].map((moment) => moment?.slice(0, 16) ?? null)
  }
  const revisionOf = async (id: number | undefined) => (await entry(id)).revision

  return { ...stage, planner, open, team, planThem, galaThatIsOver, entry, timesOf, revisionOf }
}
