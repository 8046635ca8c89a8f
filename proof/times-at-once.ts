// Two leads, an administrator and syncs at once: whatever happens, it could have happened one after the other. Half of
// the changes say what their caller has seen; of these none replaces what somebody else has entered since.

import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { TimeDispute, TimeEntry } from '#contract/happenings.ts'
import { cast } from '#demo/cast.ts'
import { type Random, seeded } from '#planner-simulator/random.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { syncHappenings } from '#server/happenings/sync/sync-happenings.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import type { PlannedHappening } from '#server/planner/port.ts'
import { testApp } from '#server/testing/app.ts'
import { isSerial, type Plan, type State, type Step } from './times-model.ts'

type Simulator = Awaited<ReturnType<typeof startSimulator>>
type TimesWorld = Awaited<ReturnType<typeof openWorld>>

/** Histories that go on beside each other, each in a window of its own. */
const LANES = 3
const LATEST_START_MS = 12

export async function timesAtOnce(count: number, seed: number) {
  const simulator = await startSimulator()
  const world = await openWorld(simulator)
  const told = { histories: 0, steps: 0, refused: 0, disputed: 0 }
  try {
    await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        const random = seeded(seed + lane)
        while (told.histories < count) {
          told.histories++
          const steps = await oneHistory(world, lane, random)
          told.steps += steps.length
          told.refused += steps.filter(({ accepted }) => !accepted).length
          told.disputed += steps.filter(({ isDisputed }) => isDisputed).length
        }
      }),
    )
    return told
  } finally {
    await world.app[Symbol.asyncDispose]()
    await simulator.stop()
  }
}

async function openWorld(simulator: Simulator) {
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
  const lanes: (PlannedHappening | undefined)[] = []
  return {
    app,
    db: app.kontor.db,
    who,
    nameOf: (id: number) => people.find((person) => person.id === id)?.name ?? '?',
    plan(lane: number, happening: PlannedHappening | undefined) {
      lanes[lane] = happening
      // One more in every window: a planner without any would change nothing.
      const others = Array.from({ length: LANES }, (_, lane) => ({
        id: `other-${lane}`,
        name: 'Anderes',
        type: '',
        date: dayOf(lane),
        subhappenings: [],
      }))
      simulator.happenings = [...others, ...lanes.filter((one) => one !== undefined)]
    },
  }
}

const dayOf = (lane: number) => `2031-0${lane + 1}-15`
const moment = (lane: number, time: string) => `${dayOf(lane)}T${time}`

async function oneHistory(world: TimesWorld, lane: number, random: Random) {
  const start = startOf(lane, random)
  const ids = await insert(world, lane, start)
  const plan = planOf(lane, random)
  world.plan(lane, plan && plannedOf(lane, plan))
  const all = Array.from({ length: 3 + random.below(4) }, () => stepOf(lane, random))
  const late = await looked(world, ids, { ...recordOf(lane, random), by: 'clara', isAdmin: true })
  const told = await Promise.all(
    all.map(async (step) => {
      const ready = step.kind === 'record' && random.chance(0.5) ? await looked(world, ids, step) : step
      await sleep(random.below(LATEST_START_MS))
      return doStep(world, lane, ids, ready)
    }),
  )
  // Once all the others are done: an administrator who has looked before they began.
  told.push(await doStep(world, lane, ids, late))
  const end = await stateOf(world, lane)
  const isEnd = (state: State | undefined) => isDeepStrictEqual(sorted(state), sorted(end))
  if (!isSerial(start, told, plan, isEnd))
    throw new Error(`no order explains ${JSON.stringify({ start, plan, told, end }, null, 2)}`)
  return told
}

const sorted = (state: State | undefined) =>
  state && {
    ...state,
    recorders: state.recorders.toSorted(),
    entries: Object.fromEntries(
      Object.entries(state.entries).map(([name, entry]) => [name, withoutStates(entry)]),
    ),
  }

/** As the database has it: the states stand in its history. */
function withoutStates(entry: State['entries'][string]): Omit<typeof entry, 'states'> {
  const stored: Partial<typeof entry> & Omit<typeof entry, 'states'> = { ...entry }
  delete stored.states
  return stored
}

/* Random states, plans and steps. */

const entryNames = ['one', 'two', 'three']
const lists = [[], ['anna'], ['anna', 'bruno'], ['bruno']]

const startOf = (lane: number, random: Random): State => ({
  name: 'Fest',
  status: random.pick(['Entwurf', 'Entwurf', 'Aktiv']),
  hasPart: true,
  recorders: random.pick(lists),
  entries: Object.fromEntries(entryNames.map((name) => [name, entryAt(lane, name, random.pick([0, 0, 1]))])),
})

const entryAt = (lane: number, last_name: string, revision: number) => {
  const times = { ist_von: null, ist_bis: null }
  const states = { [revision]: times }
  return { last_name, soll_von: moment(lane, '18:00'), ...times, revision, imports: 0, states }
}

function planOf(lane: number, random: Random): Plan | undefined {
  if (random.chance(0.2)) return undefined
  const name = random.pick(['Fest', 'Feier'])
  if (random.chance(0.15)) return { name, part: undefined }
  const names = [...entryNames, 'four'].filter(() => random.chance(0.75))
  const part = names.map((name) => [
    name,
    {
      last_name: random.pick([name, `${name}-neu`]),
      soll_von: moment(lane, random.pick(['18:00', '19:00'])),
      ist_von: random.pick([null, moment(lane, '18:10')]),
      ist_bis: null,
    },
  ])
  return { name, part: Object.fromEntries(part) }
}

function stepOf(lane: number, random: Random): Step {
  const kind = random.below(10)
  if (kind < 2) return { kind: 'sync' }
  if (kind < 4)
    return { kind: 'status', status: random.pick(['Entwurf', 'Entwurf', 'Aktiv', 'Aktiv', 'Erledigt']) }
  if (kind < 5) return { kind: 'recorders', recorders: random.pick(lists) }
  return recordOf(lane, random)
}

function recordOf(lane: number, random: Random): Recording {
  const by = random.pick(['anna', 'bruno', 'clara'])
  const von = random.pick([moment(lane, '18:05'), moment(lane, '18:20'), null])
  const bis = random.pick([moment(lane, '22:00'), moment(lane, '23:00'), null])
  const times = random.pick([{ ist_von: von }, { ist_bis: bis }, { ist_von: von, ist_bis: bis }])
  return { kind: 'record', by, isAdmin: by === 'clara', entry: random.pick(entryNames), times }
}

/* The same in the product. */

type Ids = { happening: number; part: number; entries: Map<string, number> }

function insert({ app, who }: TimesWorld, lane: number, state: State): Promise<Ids> {
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

const plannedOf = (lane: number, { name, part }: Plan): PlannedHappening => ({
  id: `H${lane}`,
  name,
  type: '',
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
const nobody = {
  personalnummer: null,
  first_name: null,
  subcontractor: null,
  status: null,
  aufgabe: null,
  funktion: null,
  soll_bis: null,
}

type Recording = Step & { kind: 'record' }
type Done = { step: Step; accepted: boolean; isDisputed?: boolean }

async function doStep(world: TimesWorld, lane: number, ids: Ids, step: Step): Promise<Done> {
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

/** With the revision that a screen shows; somebody who may not look has seen none. */
async function looked(world: TimesWorld, ids: Ids, step: Recording): Promise<Recording> {
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

async function stateOf({ db, nameOf }: TimesWorld, lane: number): Promise<State | undefined> {
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
