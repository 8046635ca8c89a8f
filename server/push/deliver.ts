import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublicAddress, knownEndpoint } from './address.ts'

/** Hands a sealed message to a push service. The name is looked up here, and the connection goes to what was looked at. */
export type Parcel = { endpoint: string; headers: Record<string, string>; body: Buffer }
/** `retryAfter` in seconds, where the service names a time. */
export type Answer = { status: number; retryAfter: number | undefined }
export type PushService = {
  /** Rejects when there was no answer. */
  deliver(parcel: Parcel): Promise<Answer>
}

const LATE_MS = 10_000

export const pushService: PushService = {
  async deliver({ endpoint, headers, body }) {
    const url = knownEndpoint(endpoint)
    if (!url) throw new Error('not the endpoint of a push service')
    const addresses = await lookup(url.hostname, { all: true })
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      throw new Error('a push service has no public address')
    const [first] = addresses as [{ address: string; family: number }]
    const pinned: LookupFunction = (_name, { all }, done) =>
      all ? done(null, [first]) : done(null, first.address, first.family)
    return new Promise((resolve, reject) => {
      const sent = request(url, {
        method: 'POST',
        headers,
        lookup: pinned,
        signal: AbortSignal.timeout(LATE_MS),
      })
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
  },
}
