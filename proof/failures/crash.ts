// Kills the server, its database, or the connections between them, while people log in and change their
// passwords. Acknowledged changes must survive, and a server that was not killed must go on.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Ask, json } from '#measure/ask.ts'
import { cookieIn, tryLogIn } from '#measure/log-in.ts'
import { findProcesses, kill } from '#measure/processes.ts'
import {
  freePort,
  isQuiet,
  makeDataFolder,
  openDatabase,
  type RealServer,
  removeDataFolder,
  startServer,
} from '#measure/real-server.ts'
import { hashPassword } from '#server/auth/hashing.ts'
import { clusterPathsFor } from '#server/db/embedded/cluster-paths.ts'
import { readPostmasterPid } from '#server/db/embedded/process.ts'

const PEOPLE = 20
/** A round ends after up to this many acknowledged changes, and up to LATEST_MS after the last of them. */
const MOST_CHANGES = 60
const LATEST_MS = 150
/** The ways in which a round ends. */
const ends = ['server', 'connections', 'everything', 'database'] as const
type End = (typeof ends)[number]
/** Number of cuts, and the interval in ms. */
const CUTS = { times: 10, every: 30 }

/** A client: the password that was acknowledged, and one whose change was never answered. */
type Person = {
  id: number
  username: string
  password: string
  unanswered: string | undefined
  changes: number
  logins: number
  openLogins: number
}
type CrashReport = {
  kills: number
  cuts: number
  databaseKills: number
  acknowledged: number
  unanswered: number
  restartsMs: number[]
}

export async function crash(
  rounds: number,
  onProgress: (line: string) => void = () => {},
): Promise<CrashReport> {
  const dataDir = makeDataFolder()
  const port = await freePort()
  const report: CrashReport = {
    kills: 0,
    cuts: 0,
    databaseKills: 0,
    acknowledged: 0,
    unanswered: 0,
    restartsMs: [],
  }
  let server = await startServer({ dataDir, port })
  try {
    const people = await makePeople(dataDir)
    for (let round = 0; round < rounds; round++) {
      const end = ends[round % ends.length] as End
      await workUntil(end, server, people, dataDir)
      report.unanswered += people.filter(({ unanswered }) => unanswered !== undefined).length
      if (end === 'connections') report.cuts += CUTS.times
      else {
        if (end === 'database') {
          report.databaseKills++
          // The server ends too, and its supervisor starts it again.
          await server.ended()
        } else report.kills++
        server = await startServer({ dataDir, port })
        report.restartsMs.push(server.startMs)
      }
      await verify(server, people, dataDir)
      report.acknowledged = changesOf(people)
      onProgress(`round ${round + 1}: ended ${end}, ${report.acknowledged} changes so far`)
    }
    await server.stop()
    if (!(await isQuiet(dataDir))) throw new Error('a process of the server has outlived it')
    return report
  } catch (error) {
    throw new Error(`The server has said:\n${server.output()}`, { cause: error })
  } finally {
    kill(findProcesses(dataDir))
    await removeDataFolder(dataDir)
  }
}

async function makePeople(dataDir: string): Promise<Person[]> {
  const database = await openDatabase(dataDir)
  const people: Person[] = []
  for (let number = 1; number <= PEOPLE; number++) {
    const [username, password] = [`person-${number}`, `anfang-der-probe-${number}`]
    const { rows } = await database.query<{ id: number }>(
      'insert into users (username, password_hash) values ($1, $2) returning id',
      [username, await hashPassword(password)],
    )
    const { id } = rows[0] as { id: number }
    people.push({ id, username, password, unanswered: undefined, changes: 0, logins: 0, openLogins: 0 })
  }
  await database.end()
  return people
}

async function workUntil(end: End, server: RealServer, people: Person[], dataDir: string) {
  const enough = changesOf(people) + 1 + Math.floor(Math.random() * MOST_CHANGES)
  const ended = new AbortController()
  const work = Promise.all(people.map((person) => workAs(person, server.ask, ended.signal)))
  const endAll = async () => {
    while (changesOf(people) < enough) await sleep(5)
    await sleep(Math.random() * LATEST_MS)
    if (end === 'connections') await cutConnections(dataDir)
    else if (end === 'database') killDatabase(dataDir)
    else await server.kill(end)
    ended.abort()
  }
  await Promise.all([work, Promise.race([work, endAll()])])
}

async function cutConnections(dataDir: string) {
  const database = await openDatabase(dataDir)
  for (let cut = 0; cut < CUTS.times; cut++) {
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await sleep(CUTS.every)
  }
  await database.end()
}

/** PostgreSQL's first process; the others end with it. */
function killDatabase(dataDir: string) {
  const holder = readPostmasterPid(clusterPathsFor(dataDir).cluster)
  if (!holder) throw new Error('no PostgreSQL runs on the data folder')
  kill([holder.pid])
}

const changesOf = (people: Person[]) => people.reduce((sum, { changes }) => sum + changes, 0)

/** Logs in and changes the password three times, again and again, until the round ends or the server is gone. */
async function workAs(person: Person, ask: Ask, ended: AbortSignal) {
  try {
    while (!ended.aborted) {
      const cookie = await logIn(person, ask)
      if (cookie === undefined) await sleep(20)
      else for (let times = 0; times < 3; times++) await changePassword(person, cookie, ask)
    }
  } catch (error) {
    if (!isHangUp(error)) throw error
  }
}

/** Returns the cookie; undefined if the login was refused with 429. */
async function logIn(person: Person, ask: Ask): Promise<string | undefined> {
  person.openLogins++
  const answer = await tryLogIn(ask, person)
  if (answer.status === 503) throw databaseGone
  person.openLogins--
  if (answer.status === 429) return undefined
  if (answer.status !== 200)
    throw new Error(`${person.username} cannot log in: ${answer.status} ${answer.text}`)
  person.logins++
  return cookieIn(answer)
}

async function changePassword(person: Person, cookie: string, ask: Ask) {
  const password = `probe-${person.username}-${person.changes + 1}-${Math.random().toString(36).slice(2)}`
  person.unanswered = password
  const body = JSON.stringify({ password })
  const answer = await ask({ method: 'PATCH', path: '/users/current/password/', cookie, headers: json, body })
  if (answer.status === 503) throw databaseGone
  person.unanswered = undefined
  if (answer.status === 429) return
  if (answer.status !== 200)
    throw new Error(`${person.username} cannot change: ${answer.status} ${answer.text}`)
  person.password = password
  person.changes++
}

/** The outcome is unknown: it may have committed or not. */
const databaseGone = Object.assign(new Error('the database has gone'), { code: 'ECONNRESET' })

const isHangUp = (error: unknown) =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'HPE_INVALID_CONSTANT'].includes(
    (error as { code?: string }).code ?? '',
  )

/** Each password change is either stored once, together with its audit row, or not at all. */
async function verify({ ask }: RealServer, people: Person[], dataDir: string) {
  const database = await openDatabase(dataDir)
  // Logins that a kill interrupts count as failed attempts, and would make the server refuse logins.
  await database.query('delete from login_attempts')
  for (const person of people) {
    await settle(person, ask)
    const [changes, logins] = await recorded(database, person)
    if (changes !== person.changes) {
      throw new Error(`${person.username}: ${changes} changes are recorded instead of ${person.changes}`)
    }
    if (logins < person.logins || logins > person.logins + person.openLogins) {
      throw new Error(`${person.username}: ${logins} logins are recorded instead of ${person.logins}`)
    }
    Object.assign(person, { logins, openLogins: 0 })
  }
  const { rows } = await database.query<{ count: number }>('select count(*)::int as count from users')
  if (rows[0]?.count !== PEOPLE + 1) throw new Error(`there are ${rows[0]?.count} users`)
  await database.end()
}

/** Finds the valid password: the one whose change was never answered, or the last acknowledged one. */
async function settle(person: Person, ask: Ask) {
  const { unanswered } = person
  const taken = unanswered === undefined ? false : await opens(person, unanswered, ask)
  if (taken) {
    person.password = unanswered as string
    person.changes++
  } else if (!(await opens(person, person.password, ask))) {
    throw new Error(`${person.username}: the last acknowledged password is lost`)
  }
  person.unanswered = undefined
}

async function opens(person: Person, password: string, ask: Ask): Promise<boolean> {
  const { status, text } = await tryLogIn(ask, { username: person.username, password })
  if (status === 200) person.logins++
  if (status !== 200 && status !== 401) throw new Error(`${person.username} is answered ${status} ${text}`)
  return status === 200
}

async function recorded(database: pg.Client, { id }: Person): Promise<[changes: number, logins: number]> {
  const { rows } = await database.query<{ changes: number; logins: number }>(
    `select count(*) filter (where action = 'user.password')::int as changes,
      count(*) filter (where action = 'auth.login')::int as logins from audit where user_id = $1`,
    [id],
  )
  return [rows[0]?.changes ?? 0, rows[0]?.logins ?? 0]
}
