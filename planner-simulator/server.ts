import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { OptionalField, PlannedHappening, PlannedUser, SentEntry } from '#server/planner/port.ts'
import { type Fault, faults, oddLists } from './faults.ts'
import { type Booking, BookingLedger } from './times.ts'

/**
 * A staff planner for the demo, tests and proofs. People and happenings can be replaced while it runs. A
 * failure is set on the object, or by `/fault/<name>/` in front of a path. A failing planner has still booked
 * the times that it received: only its answer is wrong.
 */
export type Simulator = {
  url: string
  token: string
  users: PlannedUser[]
  happenings: PlannedHappening[]
  /** All times that were sent to the simulator, older revisions included. */
  readonly bookings: Booking[]
  /** The newest revision of each entry, without withdrawn entries. */
  readonly validBookings: Booking[]
  /**
   * The optional fields that the simulated planner supports. Undefined for a planner that has no such call.
   */
  fields: readonly OptionalField[] | undefined
  fault: Fault | undefined
  stop(): Promise<void>
}

export async function startSimulator({
  users = [],
  happenings = [],
  fields,
  port = 0,
}: {
  users?: PlannedUser[]
  happenings?: PlannedHappening[]
  fields?: readonly OptionalField[]
  port?: number
} = {}): Promise<Simulator> {
  const books = new BookingLedger()
  const simulator: Simulator = {
    url: '',
    token: 'simulator',
    users,
    happenings,
    fields,
    get bookings() {
      return books.all
    },
    get validBookings() {
      return books.valid
    },
    fault: undefined,
    stop: async () => {},
  }
  const server = createServer((request, response) => void answerRequest(simulator, books, request, response))
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', listening)
  })
  simulator.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  simulator.stop = () =>
    new Promise((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return simulator
}

async function answerRequest(
  simulator: Simulator,
  books: BookingLedger,
  request: IncomingMessage,
  response: ServerResponse,
) {
  response.on('error', () => {})
  const url = URL.parse(request.url ?? '/', 'http://localhost')
  if (!url) return response.writeHead(400).end()
  const { pathname, searchParams } = url
  const [, fault, path = ''] = /^(?:\/fault\/(\w+))?(\/.*)$/.exec(pathname) ?? []
  if (request.headers.authorization !== `Bearer ${simulator.token}`) return response.writeHead(401).end()
  const call = callsByRoute[`${request.method} ${path}`]
  if (!call || (call.name === 'fields' && !simulator.fields)) return response.writeHead(404).end()
  const [odd, wrong] = [lookUp(oddLists, fault), lookUp(faults, fault)]
  if (fault !== undefined && !odd && !wrong) return response.writeHead(404).end()
  const list = odd ?? (await call.answer({ simulator, books, request, searchParams }).catch(() => undefined))
  // The body is invalid, or its idempotency key belongs to another request.
  if (!list) return response.writeHead(422).end()
  const text = JSON.stringify({ [call.name]: list })
  const fail = wrong ?? simulator.fault
  if (fail && !odd) return fail(response, text, call.name)
  return response.writeHead(200, { 'content-type': 'application/json' }).end(text)
}

/** Own properties only: `/fault/constructor/` must not find an inherited one. */
const lookUp = <T>(table: Record<string, T>, name: string | undefined) =>
  name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined

type CallContext = {
  simulator: Simulator
  books: BookingLedger
  request: IncomingMessage
  searchParams: URLSearchParams
}
type SimulatorCall = { name: string; answer(asked: CallContext): Promise<object[] | undefined> }

const callsByRoute: Record<string, SimulatorCall> = {
  'GET /users': { name: 'users', answer: async ({ simulator }) => simulator.users },
  'GET /happenings': {
    name: 'happenings',
    async answer({ simulator, searchParams }) {
      const [start, end] = [searchParams.get('start'), searchParams.get('end')]
      if (start === null || end === null) return undefined
      return simulator.happenings.filter(({ date }) => start <= date && date <= end)
    },
  },
  'GET /times/fields': {
    name: 'fields',
    answer: async ({ simulator }) => simulator.fields?.map((name) => ({ name })),
  },
  'POST /times': {
    name: 'results',
    async answer({ simulator, books, request }) {
      const { entries } = (await json(request)) as { entries: SentEntry[] }
      const key = request.headers['idempotency-key']
      return typeof key === 'string' ? books.book(key, entries, simulator) : undefined
    },
  },
}
