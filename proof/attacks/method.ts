// Shared by all attacks: the target, repeated requests, held connections, and a count of the answers.
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { json } from '#measure/ask.ts'

/** The attacked server and records in it. Each attack uses people of its own, since limits count per person. */
export type Target = {
  port: number
  admin: string
  people: { id: number; cookie: string }[]
  rooms: number[]
  /** A document visible to everybody. */
  doc: number
  /** A document whose content is expensive to set. */
  hardDoc: number
}

/** `ends` aborts when the time of the attack is over; connections that are still open are closed then. */
export type Attack = (target: Target, ends: AbortSignal, tally: Tally) => Promise<void>

/** Number of answers by status; `gone` for a connection that ended first. */
export type Tally = Record<string, number>
export const count = (tally: Tally, answer: string | number, times = 1) => {
  tally[answer] = (tally[answer] ?? 0) + times
}

/** The attackers' address, as a proxy would tell it. */
export const ATTACKER = '203.0.113.66'
/** Upper bound of requests per attack. */
const MOST_TRIES = 30_000

type Try = {
  method?: string
  path: string
  cookie?: string | undefined
  headers?: Record<string, string>
  body?: unknown
}

/** Sends requests until the time is over, `atOnce` in parallel. */
export async function repeat(
  { port }: Target,
  { ends, tally, atOnce }: { ends: AbortSignal; tally: Tally; atOnce: number },
  next: (place: number) => Try,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  let tries = 0
  const work = async () => {
    while (!ends.aborted && tries < MOST_TRIES) count(tally, await once(port, agent, next(tries++), ends))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  agent.destroy()
}

function once(port: number, agent: Agent, asked: Try, ends: AbortSignal): Promise<string | number> {
  const { method = 'GET', path, cookie, headers = {}, body } = asked
  const sent = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((done) => {
    const outgoing = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method,
        path,
        signal: ends,
        headers: {
          'x-forwarded-for': ATTACKER,
          ...(cookie && { cookie }),
          ...(sent !== undefined && { ...json, 'content-length': String(Buffer.byteLength(sent)) }),
          ...(sent === undefined && method !== 'GET' && { 'content-length': '0' }),
          ...headers,
        },
      },
      (incoming) => {
        incoming.resume()
        incoming.on('error', () => done('gone'))
        incoming.on('end', () => done(incoming.statusCode ?? 'gone'))
      },
    )
    outgoing.on('error', () => done(ends.aborted ? 'unanswered' : 'gone'))
    outgoing.end(sent)
  })
}

/** Raw connections that are held until the time is over, or until the server ends them. */
export async function hold(
  { port }: Target,
  { ends, tally, connections }: { ends: AbortSignal; tally: Tally; connections: number },
  begin: (socket: Socket, place: number) => void,
) {
  const sockets = Array.from({ length: connections }, (_, place) => {
    const socket = connect(port, '127.0.0.1', () => begin(socket, place))
    socket.on('error', () => {})
    socket.once('close', () => !ends.aborted && count(tally, 'gone'))
    return socket
  })
  await new Promise((over) => ends.addEventListener('abort', over, { once: true }))
  count(tally, 'held', sockets.filter(({ destroyed }) => !destroyed).length)
  for (const socket of sockets) socket.destroy()
}

/** Request line and headers as text. */
export function head(method: string, path: string, headers: Record<string, string>): string {
  const all = { Host: 'kontor', 'X-Forwarded-For': ATTACKER, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** A WebSocket frame from client to server, with a payload of at most 125 bytes. The mask is all zeros. */
export function frame(opcode: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}
