// Kills the server while it sends times: the planner books each version once, nothing acknowledged stays unsent, and
// what is cleared here does not stay booked there.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { emptyHappeningTexts } from '#contract/words/happening-texts.ts'
import { emptyPlannerTexts } from '#contract/words/planner-texts.ts'
import type { Ask } from '#measure/ask.ts'
import { logIn } from '#measure/log-in.ts'
import { freePort, makeDataFolder, removeDataFolder, startServer } from '#measure/real-server.ts'
import { type Simulator, startSimulator } from '#planner-simulator/server.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'

const PARTS = 4
const ENTRIES = 25
/**
 * SLOWEST_ANSWER_MS: the planner answers within this time. LATEST_KILL_MS: the server is killed within this
 * time.
 */
const SLOWEST_ANSWER_MS = 30
const LATEST_KILL_MS = 120
const TIMEOUT_MS = 30_000

type SendCrashReport = { kills: number; bookings: number; repeats: number; unanswered: number }

export async function crashWhileSending(
  kills: number,
  onProgress: (line: string) => void = () => {},
): Promise<SendCrashReport> {
  const [simulator, database, port] = await Promise.all([
    startSimulator(),
    createMigratedDatabase(),
    freePort(),
  ])
  simulator.fault = async (response, answer) => {
    // The planner has booked the times by now. A kill before its answer leaves them unmarked in our database.
    await sleep(Math.random() * SLOWEST_ANSWER_MS)
    response.end(answer)
  }
  const dataDir = makeDataFolder()
  const environment = {
    DATABASE_URL: database.url,
    PLANNER_URL: simulator.url,
    PLANNER_TOKEN: simulator.token,
  }
  const start = () => startServer({ dataDir, port, environment })
  const client = new pg.Client(database.connection)
  await client.connect()
  const report = { kills: 0, bookings: 0, repeats: 0, unanswered: 0 }
  let server = await start()
  try {
    const parts = await insertParts(client, simulator)
    const cookie = await logIn(server.ask)
    while (report.kills < kills) {
      await edit(client)
      const acknowledged = sendAll(server.ask, cookie, parts)
      await sleep(Math.random() * LATEST_KILL_MS)
      await server.kill('server')
      report.kills++
      const promised = await acknowledged
      report.unanswered += PARTS - promised.length
      server = await start()
      await untilQuiet(client)
      await verifySent(client, promised)
      await sendAll(server.ask, cookie, parts)
      await untilQuiet(client)
      await verifySent(client, parts)
      await verifyBooks(client, simulator)
      if (report.kills % 50 === 0) onProgress(`${report.kills} kills while times were sent`)
    }
    await server.stop()
    report.bookings = simulator.bookings.length
    report.repeats = simulator.bookings.filter(({ timesReceived }) => timesReceived > 1).length
    return report
  } finally {
    await server.kill('everything').catch(() => {})
    await client.end()
    await Promise.all([simulator.stop(), database.drop(), removeDataFolder(dataDir)])
  }
}

async function insertParts(client: pg.Client, simulator: Simulator): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `with happening as (
      insert into happenings (planner_id, name, date, status) values ('H', 'Fest', '2026-11-21', 'Aktiv') returning id)
    insert into subhappenings (happening_id, planner_id, name)
      select happening.id, 'S' || n, 'Teil ' || n from happening, generate_series(1, $1) as n returning id`,
    [PARTS],
  )
  const { rows: entries } = await client.query<{ planner_id: string }>(
    `insert into time_entries (subhappening_id, planner_id, last_name)
      select subhappenings.id, subhappenings.planner_id || '-' || n, 'Person ' || n
      from subhappenings, generate_series(1, $1) as n returning planner_id`,
    [ENTRIES],
  )
  simulator.happenings = [
    {
      id: 'H',
      name: 'Fest',
      ...emptyHappeningTexts,
      date: '2026-11-21',
      subhappenings: [{ id: 'S', name: '', entries: entries.map(({ planner_id }) => planned(planner_id)) }],
    },
  ]
  return rows.map(({ id }) => id)
}

const planned = (id: string) => ({
  id,
  ...emptyPlannerTexts,
  soll_von: null,
  soll_bis: null,
  ist_von: null,
  ist_bis: null,
})

/** Changes some times and clears others, so that they have to be sent again with their next revision. */
async function edit(client: pg.Client) {
  await client.query(`update time_entries set ist_von = '2026-11-21 18:00',
      ist_bis = timestamp '2026-11-21 22:00' + revision % 200 * interval '1 minute',
      ist_minutes = 240 + revision % 200, revision = revision + 1, submitted = false, refused = null
    where random() < 0.4`)
  await client.query(`update time_entries set ist_von = null, ist_bis = null, ist_minutes = null,
      revision = revision + 1, submitted = false, refused = null
    where random() < 0.1 and ist_von is not null`)
}

/** Starts sending the times of each part; returns the parts whose start was acknowledged. */
async function sendAll(ask: Ask, cookie: string, parts: number[]): Promise<number[]> {
  const answers = parts.map((part) =>
    ask({ method: 'POST', path: `/happenings/${part}/send_times/`, cookie }).then(
      ({ status, text }) => {
        if (status !== 200) throw new Error(`a sending is answered ${status} ${text}`)
        return [part]
      },
      () => [], // the server has gone
    ),
  )
  return (await Promise.all(answers)).flat()
}

async function untilQuiet(client: pg.Client) {
  for (let waited = 0; waited < TIMEOUT_MS; waited += 10) {
    const { rows } = await client.query<{ left: number }>('select count(*)::int as left from jobs')
    if (rows[0]?.left === 0) return
    await sleep(10)
  }
  throw new Error('a sending does not come to its end')
}

/** Fails if an acknowledged entry is not marked as sent. */
async function verifySent(client: pg.Client, parts: number[]) {
  const { rows } = await client.query(
    `select planner_id, revision, refused from time_entries
    where subhappening_id = any($1) and (ist_minutes is not null or booked) and not submitted`,
    [parts],
  )
  if (rows.length > 0) throw new Error(`acknowledged, but not sent: ${JSON.stringify(rows.slice(0, 5))}`)
}

/**
 * The planner has each sent version once, with our times, and our history names it once. What we cleared is
 * withdrawn.
 */
async function verifyBooks(client: pg.Client, { bookings, validBookings }: Simulator) {
  const { rows } = await client.query<{
    id: string
    revision: number
    von: string | null
    bis: string | null
    sent: number
  }>(
    `select planner_id as id, (revision + (select sent_from from revisions))::float8 as revision, to_char(ist_von, 'YYYY-MM-DD"T"HH24:MI') as von,
      to_char(ist_bis, 'YYYY-MM-DD"T"HH24:MI') as bis,
      (select count(*)::int from time_history where entry_id = time_entries.id
        and kind in ('sent', 'withdrawn')) as sent
    from time_entries where submitted`,
  )
  const booked = Map.groupBy(bookings, ({ id }) => id)
  for (const { id, revision, von, bis, sent } of rows) {
    const all = booked.get(id) ?? []
    const last = all.at(-1)
    if (last?.revision !== revision || last.ist_von !== von || last.ist_bis !== bis)
      throw new Error(`${id} is booked as ${JSON.stringify(last)} instead of ${revision} ${von} ${bis}`)
    if (new Set(all.map((one) => one.revision)).size !== all.length) throw new Error(`${id} is booked twice`)
    if (all.length !== sent)
      throw new Error(`${id} is booked ${all.length} times and recorded as sent ${sent} times`)
  }
  const recorded = new Set(rows.filter(({ von }) => von !== null).map(({ id }) => id))
  const stale = validBookings.find(({ id }) => !recorded.has(id))
  if (stale) throw new Error(`${stale.id} is cleared, but booked as ${JSON.stringify(stale)}`)
}
