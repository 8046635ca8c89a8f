// All outgoing HTTP requests: to the planner, identity providers, push services and webhook receivers.
// Redirects are not followed, and answers are bounded in time and size.
import { Resolver } from 'node:dns/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { Agent, type Dispatcher, errors, interceptors } from 'undici'

type OutgoingRequest = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | Buffer | undefined
  signal?: AbortSignal | undefined
  limits: {
    /** Total time in ms. */
    time: number
    /** Maximum time without a byte, in ms. */
    silence?: number
    /** Maximum size of the body, decompressed. */
    bytes: number
  }
}
type OutgoingResponse = {
  status: number
  headers: IncomingHttpHeaders
  body: AsyncGenerator<Buffer>
  /** Skips the body. */
  discard: () => void
}
export type OutgoingFetch = (url: URL, question: OutgoingRequest) => Promise<OutgoingResponse>

/** The host has sent no response or an incomplete one. The cause is for the log. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly isLate: boolean

  constructor(cause: unknown) {
    super('no answer', { cause })
    this.isLate = [(cause as Error).name, (cause as { code?: unknown }).code].some((word) =>
      /Timeout|_TIMEOUT$/.test(String(word)),
    )
  }
}

export class NotPublic extends Error {
  override readonly name = 'NotPublic'
}

export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/** Maximum time to connect, including DNS and the TLS handshake. */
const CONNECTION_MS = 5_000

/** For hosts in the settings, which may be on a private network. */
export const fetchConfigured: OutgoingFetch = createFetch(agentWith({}))

/**
 * For hosts named by users or third parties: only public addresses, and the connection goes to the address that
 * was checked.
 */
export const fetchPublic = createPublicFetch(resolveHost)

/** `addressesOf`: DNS lookup, replaced in tests. */
export function createPublicFetch(addressesOf: (name: string) => Promise<string[]>): OutgoingFetch {
  const lookUp = callbackify(addressesOf)
  const lookup: LookupFunction = (name, { all }, done) =>
    lookUp(name, (error, addresses) => {
      if (error) return done(error, '')
      const records = addresses.map((address) => ({ address, family: isIP(address) }))
      const [first] = records
      if (!first || !addresses.every(isPublicAddress)) return done(notPublic(name), '')
      if (all) done(null, records)
      else done(null, first.address, first.family)
    })
  const ask = createFetch(agentWith({ lookup }))
  return async (url, question) => {
    // An IP address is not looked up, so it is checked here.
    const host = bareHost(url)
    if (isIP(host) !== 0 && !isPublicAddress(host)) throw notPublic(host)
    return ask(url, question)
  }
}

/** Without the brackets of IPv6. */
export const bareHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

/** False for private networks and special ranges. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const ip = ipaddr.parse(address)
  return ip.range() === 'unicast' && (ip.kind() === 'ipv4' || ip.match(allPublicV6))
}
const allPublicV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

const notPublic = (host: string) => new NotPublic(`${host} has no public address`)

function agentWith(options: { lookup?: LookupFunction }): Dispatcher {
  const agent = new Agent({ connect: { ...options, timeout: CONNECTION_MS }, allowH2: false })
  return agent.compose(interceptors.decompress())
}

function createFetch(agent: Dispatcher): OutgoingFetch {
  return async (url, { method = 'GET', headers = {}, body = null, signal, limits }) => {
    const { time, silence = time, bytes } = limits
    const late = AbortSignal.timeout(time)
    try {
      const answer = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers,
        body,
        signal: signal ? AbortSignal.any([late, signal]) : late,
        headersTimeout: silence,
        bodyTimeout: silence,
      })
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: limitBytes(answer.body, bytes),
        discard: () => answer.body.on('error', () => {}).destroy(),
      }
    } catch (error) {
      if (error instanceof NotPublic || error instanceof errors.InvalidArgumentError) throw error
      throw new NoAnswer(error)
    }
  }
}

async function* limitBytes(body: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const piece of body) {
      bytes += piece.length
      if (bytes > most) throw new TooLarge(`more than ${most} bytes`)
      yield piece
    }
  } catch (error) {
    throw error instanceof TooLarge ? error : new NoAnswer(error)
  }
}

const LOOKUP_MS = 3_000
/** Wait for IPv6 addresses once there are IPv4 ones, in ms. */
const OTHER_FAMILY_MS = 200

/**
 * Queries DNS directly: getaddrinfo would block one of libuv's four threads for as long as a name server is
 * silent, and file access and password hashing need these. Empty if the server is silent.
 */
export async function resolveHost(name: string, { servers }: { servers?: string[] } = {}): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  const late = setTimeout(() => resolver.cancel(), LOOKUP_MS)
  const none = (): string[] => []
  try {
    const newer = resolver.resolve6(name).catch(none)
    const older = await resolver.resolve4(name).catch(none)
    return [
      ...older,
      ...(await (older.length > 0 ? Promise.race([newer, sleep(OTHER_FAMILY_MS, [])]) : newer)),
    ]
  } finally {
    clearTimeout(late)
    resolver.cancel()
  }
}
