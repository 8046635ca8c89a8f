// The whole server on a database of its own, with the demo's people in it.
import type { AddressInfo } from 'node:net'
import type { InjectOptions } from 'fastify'
import type { Method } from '#contract/endpoint.ts'
import { happeningsGroup, type Person } from '#demo/cast.ts'
import { buildApp } from '#server/app.ts'
import { insertSession } from '#server/auth/session-store.ts'
import { hashToken, newToken, SESSION_LIFETIME_SECONDS } from '#server/auth/sessions.ts'
import { ChildPool } from '#server/children/child-pool.ts'
import { Company } from '#server/company/company.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/db/connect.ts'
import { ImageProcessor } from '#server/drawing/drawing.ts'
import { Exports } from '#server/exports/exports.ts'
import { Budgets, limits, type Table } from '#server/http/limits.ts'
import { jobKinds } from '#server/job-kinds.ts'
import { Worker } from '#server/jobs/worker.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction, News } from '#server/live/news.ts'
import type { PushService } from '#server/push/deliver.ts'
import { PushOutcomeCounter } from '#server/push/outcomes.ts'
import { readServerKeys } from '#server/push/server-keys.ts'
import { withCacheClearing } from './clearing-caches.ts'
import { createSeededDatabase } from './database.ts'
import { checkAnswersAgainstContract } from './described.ts'

export type TestAnswer = {
  status: number
  body: Record<string, unknown>
  headers: Record<string, unknown>
  text: string
}
type RequestOptions = { query?: Record<string, string>; headers?: Record<string, string>; address?: string }
export type Client = {
  cookie: string | undefined
  get(path: string, asking?: RequestOptions): Promise<TestAnswer>
  send(method: Method, path: string, body?: unknown, asking?: RequestOptions): Promise<TestAnswer>
}

export async function testApp(settings: Record<string, string> = {}, options: { limits?: Table } = {}) {
  const database = await createSeededDatabase()
  const node = await startNode(database.connection, settings, options)

  return {
    ...node,
    database,
    async [Symbol.asyncDispose]() {
      await node.stop()
      await database.drop()
    },
  }
}

export type TestNode = Awaited<ReturnType<typeof startNode>>
/** A node on a database; several may share one. */
export async function startNode(
  connection: { connectionString: string },
  settings: Record<string, string> = {},
  { webFolder, limits: table = lenientLimits }: { webFolder?: string; limits?: Table } = {},
) {
  const config = readConfig({ HAPPENINGS_GROUP: happeningsGroup, LOG_LEVEL: 'silent', ...settings })
  const db = connect(connection, { connections: 4 })
  const news = new News(connection)
  const company = new Company(config, db, news)
  const childPool = new ChildPool()
  const exports = new Exports({ ...config, childPool, company })
  const drawing = new ImageProcessor(childPool)
  const kontor: Kontor = {
    config,
    connection,
    db,
    news,
    serverKeys: await readServerKeys(db),
    childPool,
    exports,
    drawing,
    budgets: new Budgets(table),
    company,
    push: silentPush,
    pushOutcomes: new PushOutcomeCounter(),
    build: 'test',
  }
  await news.start()
  const app = await buildApp(kontor, webFolder === undefined ? {} : { webFolder })
  const undescribed = checkAnswersAgainstContract(app)
  await app.ready()
  const worker = new Worker(kontor, jobKinds, (error) => app.failures.tell(error, app.log))
  worker.start()
  const clearing = withCacheClearing(kontor)

  const client = (cookie?: string): Client => {
    const send: Client['send'] = async (method, path, body, { query, headers, address } = {}) => {
      const options: InjectOptions = {
        method,
        url: path,
        headers: { ...(cookie && { cookie }), ...headers },
        ...(query && { query }),
        ...(address && { remoteAddress: address }),
        ...(body !== undefined && { payload: body as object }),
      }
      const { statusCode, headers: answered, payload } = await app.inject(options)
      const isJson = String(answered['content-type']).startsWith('application/json') && payload !== ''
      return { status: statusCode, body: isJson ? JSON.parse(payload) : {}, headers: answered, text: payload }
    }
    return { cookie, send, get: (path, asking) => send('GET', path, undefined, asking) }
  }

  return {
    app,
    /** For tests: a write to its `db` clears the caches of the server. */
    kontor: clearing,
    /** The object that the server itself uses: a write to its `db` clears no caches. */
    served: kontor,
    worker,
    /** A client with this session cookie, or without a session. */
    client,
    /** A signed-in person of the cast. */
    as: async (person: Person) => client(await openSession(clearing, person)),
    userId: (person: Person) => getUserId(clearing, person),
    /** Listens on a free port, for tests that need real connections. */
    async listen() {
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.server.address() as AddressInfo
      return { port, url: `http://127.0.0.1:${port}` }
    },
    async stop() {
      await app.close()
      await worker.stop()
      drawing.close()
      await exports.close()
      await news.stop()
      await db.destroy()
      undescribed.check()
    },
  }
}

/**
 * Limits of most tests. Tests send more requests than people and share the machine, so rates are 1,000 times
 * higher and no load is shed.
 */
export const lenientLimits: Table = {
  ...limits,
  rates: Object.fromEntries(
    Object.entries(limits.rates).map(([name, rate]) => [name, { ...rate, most: rate.most * 1_000 }]),
  ) as Table['rates'],
  global: { ...limits.global, event_loop_delay: 0, waiting_for_database: 1e12 },
}

/** A push service that accepts every message and delivers none. */
const silentPush: PushService = { deliver: async () => ({ status: 201, retryAfter: undefined }) }

async function getUserId({ db }: Kontor, { username }: Pick<Person, 'username'>): Promise<number> {
  return (
    await db.selectFrom('users').where('username', '=', username).select('id').executeTakeFirstOrThrow()
  ).id
}

/** Opens a session without the cost of a password check. Returns its cookie. */
export const openSession = async (kontor: Kontor, person: Pick<Person, 'username'>, seconds?: number) =>
  openSessionById(kontor, await getUserId(kontor, person), seconds)

export async function openSessionById(
  kontor: Kontor,
  id: number,
  seconds = SESSION_LIFETIME_SECONDS,
): Promise<string> {
  const token = newToken()
  await inTransaction(kontor, (tx) => insertSession(tx, hashToken(token), id, seconds))
  return `session=${token}`
}
