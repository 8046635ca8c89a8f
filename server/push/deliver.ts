// Hands a sealed message to a push service. The name is looked up here, and the connection goes to what was looked at.
// Nobody is waited for longer than these milliseconds.
import { Resolver } from 'node:dns/promises'
import { request as requestInClear } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPublicAddress, knownEndpoint } from './address.ts'
import type { Breakers } from './breakers.ts'

export type Parcel = { endpoint: string; headers: Record<string, string>; body: Buffer }
/** `retryAfter` in seconds, where the service names a time. */
export type Answer = { status: number; retryAfter: number | undefined }
export type PushService = {
  /** Rejects when there was no answer. */
  deliver(parcel: Parcel): Promise<Answer>
}

declare module '#server/kontor.ts' {
  interface Kontor {
    /** The browsers' push services; tests put their own here. */
    push: PushService
    /** Which of them answer this node. */
    breakers: Breakers
  }
}

const patience = { address: 3_000, connection: 3_000, answer: 8_000 }
/** An address of the newer kind is waited for so long when there is one of the older. */
const OTHER_FAMILY_MS = 200

export const pushService: PushService = {
  async deliver({ endpoint, headers, body }) {
    const url = knownEndpoint(endpoint)
    if (!url) throw new Error('not the endpoint of a push service')
    return postPublicly(url, { headers, body })
  },
}

type Message = { headers: Record<string, string>; body: Buffer }

/** To where the name leads now, if all of that is public. */
export async function postPublicly(
  url: URL,
  message: Message,
  lookUp: typeof addressesOf = addressesOf,
): Promise<Answer> {
  const addresses = await lookUp(url.hostname)
  if (addresses.length === 0 || !addresses.every(isPublicAddress))
    throw new Error(`${url.hostname} has no public address`)
  return post(url, { ...message, addresses })
}

/**
 * Asked of the name server itself: the operating system's way would keep one of the process's four threads for as long
 * as a name server is silent, and reading files and checking passwords wait for these. None when it is silent.
 */
export async function addressesOf(name: string, { servers }: { servers?: string[] } = {}): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  const late = setTimeout(() => resolver.cancel(), patience.address)
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

/** To one of the addresses, whatever the name in the URL may mean by now. */
export function post(
  url: URL,
  { headers, body, addresses }: Message & { addresses: string[] },
): Promise<Answer> {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  const pinned: LookupFunction = (_name, { all }, done) => {
    const [first] = found as [(typeof found)[0]]
    if (all) done(null, found)
    else done(null, first.address, first.family)
  }
  return new Promise((resolve, reject) => {
    const isSealed = url.protocol === 'https:'
    const sent = (isSealed ? request : requestInClear)(url, {
      method: 'POST',
      headers,
      lookup: pinned,
      agent: false,
      signal: AbortSignal.timeout(patience.answer),
    })
    const late = setTimeout(() => sent.destroy(new Error('no connection in time')), patience.connection)
    sent.on('socket', (socket) =>
      socket.once(isSealed ? 'secureConnect' : 'connect', () => clearTimeout(late)),
    )
    sent.on('close', () => clearTimeout(late))
    sent.on('response', (answer) => {
      // The status says all; what else it says is not read.
      answer.destroy()
      const retryAfter = Number(answer.headers['retry-after'])
      resolve({
        status: answer.statusCode ?? 0,
        retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
