// Sends encrypted messages to push services. Webhooks use `postToService` too.
import { fetchPublic, type OutgoingFetch } from '#server/outgoing.ts'
import { knownEndpoint } from './address.ts'
import type { PushOutcomeCounter } from './outcomes.ts'

export type PushRequest = { endpoint: string; headers: Record<string, string>; body: Buffer }
/** `retryAfter`: the Retry-After header in seconds; undefined if it is missing or not a number. */
export type ServiceAnswer = { status: number; retryAfter: number | undefined }
export type PushService = {
  /** Rejects if the service does not answer. */
  deliver(parcel: PushRequest): Promise<ServiceAnswer>
}

declare module '#server/kontor.ts' {
  interface Kontor {
    /** Replaceable in tests. */
    push: PushService
    pushOutcomes: PushOutcomeCounter
  }
}

export const pushService: PushService = {
  async deliver({ endpoint, headers, body }) {
    const url = knownEndpoint(endpoint)
    if (!url) throw new Error('not the endpoint of a push service')
    return postToService(fetchPublic, url, { headers, body })
  },
}

const ANSWER_TIMEOUT_MS = 8_000

/** Returns the status and Retry-After. The body is discarded. */
export async function postToService(
  ask: OutgoingFetch,
  url: URL,
  message: { headers: Record<string, string>; body: Buffer },
): Promise<ServiceAnswer> {
  const { status, headers, discard } = await ask(url, {
    method: 'POST',
    ...message,
    limits: { time: ANSWER_TIMEOUT_MS, bytes: 0 },
  })
  discard()
  const retryAfter = Number(headers['retry-after'])
  return { status, retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined }
}
