// Runs histories of times on the real server: states are written to and read from its tables, steps are its calls.
import type { TimeDispute, TimeEntry } from '#contract/times.ts'
import { emptyHappeningTexts } from '#contract/words/happening-texts.ts'
import { emptyPlannerTexts } from '#contract/words/planner-texts.ts'
import { cast } from '#demo/cast.ts'
import type { startSimulator } from '#planner-simulator/server.ts'
import { syncHappenings } from '#server/happenings/sync/sync-happenings.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import type { PlannedHappening } from '#server/planner/port.ts'
import { testApp } from '#server/testing/app.ts'
import { dayOf, type Recording } from './random-history.ts'
import type { Plan, State, Step } from './times-model.ts'

type Simulator = Awaited<ReturnType<typeof startSimulator>>
export type TimesWorld = Awaited<ReturnType<typeof openWorld>>

export async function openWorld(simulator: Simulator, lanes: number) {
  const app = await testApp({ PLANNER_URL: simulator.url, PLANNER_TOKEN: simulator.token })
  const names = ['anna', 'bruno', 'clara'] as const
  const people = await Promise.all(
    names.map(async (name) => ({
      name,
      id: await app.userId(cast[name]),
      client: await app.as(cast[name]),
    })),
  )
  const who = (name: string) => people.find((person) => person.name === name) as (typeof people)[number]
  const planned: (PlannedHappening | undefined)[] = []
  return {
    app,
    db: app.kontor.db,
    who,
    nameOf: (id: number) => people.find((person) => person.id === id)?.name ?? '?',
    plan(lane: number, happening: PlannedHappening | undefined) {
      planned[lane] = happening
      // A second happening per window, since an empty planner would be refused.
      const others = Array.from({ length: lanes }, (_, lane) => ({
        id: `other-${lane}`,
        name: 'Anderes',
        ...emptyHappeningTexts,
        date: dayOf(lane),
        subhappenings: [],
      }))
      simulator.happenings = [...others, ...planned.filter((one) => one !== undefined)]
    },
  }
}

/** The entry as stored in its table; former times are in the history. */
export function withoutStates(entry: State['entries'][string]): Omit<typeof entry, 'states'> {
  const stored: Partial<typeof entry> & Omit<typeof entry, 'states'> = { ...entry }
  delete stored.states
  return stored
}

export type Ids = { happening: number; part: number; entries: Map<string, number> }

export function insert({ app, who }: TimesWorld, lane: number, state: State): Promise<Ids> {
  return inTransaction(app.kontor, async (tx) => {
    await tx.deleteFrom('happenings').where('planner_id', '=', `H${lane}`).execute()
    const happening = await tx
      .insertInto('happenings')
      .values({ planner_id: `H${lane}`, name: state.name, date: dayOf(lane), status: state.status })
      .returning('id')
      .executeTakeFirstOrThrow()
    const part = await tx
      .insertInto('subhappenings')
      .values({ happening_id: happening.id, planner_id: `S${lane}`, name: 'Bühne' })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const name of state.recorders)
      await tx
        .insertInto('subhappening_users')
        .values({ subhappening_id: part.id, user_id: who(name).id })
        .execute()
    const rows = await tx
      .insertInto('time_entries')
      .values(
        Object.entries(state.entries).map(([name, entry]) => ({
          ...withoutStates(entry),
          planner_id: `${name}-${lane}`,
          subhappening_id: part.id,
        })),
      )
      .returning(['id', 'last_name'])
      .execute()
    changed(tx, ...['anna', 'bruno'].map((name) => aboutUser(who(name).id)))
    return {
      happening: happening.id,
      part: part.id,
      entries: new Map(rows.map(({ id, last_name }) => [last_name as string, id])),
    }
  })
}

export const plannedOf = (lane: number, { name, part }: Plan): PlannedHappening => ({
  id: `H${lane}`,
  name,
  ...emptyHappeningTexts,
  date: dayOf(lane),
  subhappenings: part
    ? [
        {
          id: `S${lane}`,
          name: 'Bühne',
          entries: Object.entries(part).map(([name, times]) => ({
            ...nobody,
            ...times,
            id: `${name}-${lane}`,
          })),
        },
      ]
    : [],
})
const nobody = { ...emptyPlannerTexts, soll_bis: null }

export type Done = { step: Step; accepted: boolean; isDisputed?: boolean }

export async function doStep(world: TimesWorld, lane: number, ids: Ids, step: Step): Promise<Done> {
  const admin = world.who('clara').client
  const path = `/happenings/${ids.happening}/`
  const part = `${path}subhappenings/${ids.part}/`
  if (step.kind === 'sync') {
    await syncHappenings(world.app.kontor, { start_date: dayOf(lane), end_date: dayOf(lane) }, null)
    return { step, accepted: true }
  }
  if (step.kind === 'status')
    return { step, accepted: isAccepted(await admin.send('PATCH', path, { status: step.status })) }
  if (step.kind === 'recorders') {
    const user_ids = step.recorders.map((name) => world.who(name).id)
    return { step, accepted: isAccepted(await admin.send('PUT', `${part}users/`, { user_ids })) }
  }
  const typed = Object.entries(step.times).flatMap(([name, moment]) => [
    [`${name}_date`, moment?.slice(0, 10) ?? null],
    [`${name}_time`, moment ? `${moment.slice(11)}:00` : null],
  ])
  const revision = step.seen === undefined ? {} : { revision: step.seen }
  const item = { timeentry_id: ids.entries.get(step.entry), ...Object.fromEntries(typed), ...revision }
  const answer = await world.who(step.by).client.send('PATCH', `${part}time/`, { items: [item] })
  const disputes = answer.body['disputes'] as TimeDispute[] | undefined
  return {
    step,
    accepted: isAccepted(answer),
    isDisputed: disputes?.some(({ reason }) => reason === 'changed') ?? false,
  }
}

/** Adds the revision that the person's screen shows. Somebody without access sees none. */
export async function withSeenRevision(world: TimesWorld, ids: Ids, step: Recording): Promise<Recording> {
  const { client } = world.who(step.by)
  const { body } = await client.get(`/happenings/${ids.happening}/subhappenings/${ids.part}/time/`)
  const { items = [] } = body as { items?: TimeEntry[] }
  const seen = items.find(({ id }) => id === ids.entries.get(step.entry))?.revision
  return seen === undefined ? step : { ...step, seen }
}

function isAccepted({ status, text }: { status: number; text: string }): boolean {
  if (status === 200) return true
  if (![403, 404, 409].includes(status)) throw new Error(`answered ${status} ${text}`)
  return false
}

export async function stateOf({ db, nameOf }: TimesWorld, lane: number): Promise<State | undefined> {
  const happening = await db
    .selectFrom('happenings')
    .where('planner_id', '=', `H${lane}`)
    .select(['id', 'name', 'status'])
    .executeTakeFirst()
  if (!happening) return undefined
  const part = await db
    .selectFrom('subhappenings')
    .where('happening_id', '=', happening.id)
    .select('id')
    .executeTakeFirst()
  const recorders = await db
    .selectFrom('subhappening_users')
    .where('subhappening_id', '=', part?.id ?? 0)
    .select('user_id')
    .execute()
  const rows = await db
    .selectFrom('time_entries')
    .where('subhappening_id', '=', part?.id ?? 0)
    .select([
      'planner_id',
      'last_name',
      'soll_von',
      'ist_von',
      'ist_bis',
      'ist_minutes',
      'revision',
      'imports',
    ])
    .execute()
  for (const { ist_von, ist_bis, ist_minutes } of rows)
    if ((ist_minutes === null) !== (ist_von === null || ist_bis === null))
      throw new Error('an entry has another length than its times')
  const entries = rows.map(({ planner_id, last_name, soll_von, ist_von, ist_bis, revision, imports }) => [
    planner_id.split('-')[0],
    {
      last_name,
      soll_von: minute(soll_von),
      ist_von: minute(ist_von),
      ist_bis: minute(ist_bis),
      revision,
      imports,
      states: {},
    },
  ])
  return {
    name: happening.name,
    status: happening.status,
    hasPart: part !== undefined,
    recorders: recorders.map(({ user_id }) => nameOf(user_id)),
    entries: Object.fromEntries(entries) as State['entries'],
  }
}

const minute = (moment: string | null) => moment?.slice(0, 16) ?? null
