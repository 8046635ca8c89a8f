// Asks a provider: bounded in time and size, no redirects, and to no other machine of the house than the provider's
// own. Whoever runs the server has said where the provider is, and that may be in their own network. What the
// provider itself names further (for its keys, say) may be there too on its own host; anywhere else it must be
// public.
import type { IncomingHttpHeaders } from 'node:http'
import type { CustomFetch } from 'openid-client'
import { isLoopback } from '#server/config-kinds.ts'
import { askNamed, askPublic, NoAnswer, NotPublic, TooLarge } from '#server/outgoing.ts'

/** For one answer, until its last byte, in ms. */
const PATIENCE = 5_000
const MOST_BYTES = 512 * 1024

/**
 * A provider has said what cannot be, or what was meant for somebody else. The message is for the log: no token, no
 * name.
 */
export class WrongAnswer extends Error {}

/** It has not answered, or not in time. */
export class Away extends Error {}

type Question = {
  method?: string
  headers?: Record<string, string>
  /** What `fetch` takes; ours are forms, or nothing. */
  body?: Parameters<CustomFetch>[1]['body']
  signal?: AbortSignal | undefined
}

/**
 * In the form of `fetch`. Rejects with Away where there is no answer, and with WrongAnswer where it may not be asked.
 */
export function askerFor(issuer: URL, patience = PATIENCE) {
  return async (
    address: string,
    { method = 'GET', headers = {}, body, signal }: Question = {},
  ): Promise<Response> => {
    const url = new URL(address)
    const isOwnHost = url.hostname === issuer.hostname
    if (!mayBeAsked(url, isOwnHost)) throw new WrongAnswer('an address of the provider may not be asked')
    try {
      const answer = await (isOwnHost ? askNamed : askPublic)(url, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        body: body instanceof URLSearchParams ? body.toString() : undefined,
        signal,
        limits: { time: patience, bytes: MOST_BYTES },
      })
      const { status } = answer
      const bytes = Buffer.concat(await Array.fromAsync(answer.body))
      if (status >= 500 || status === 429) throw new Away(`the provider answers ${status}`)
      return new Response([204, 205, 304].includes(status) ? null : bytes, {
        status,
        headers: pick(answer.headers, ['content-type', 'www-authenticate']),
      })
    } catch (error) {
      if (error instanceof NotPublic) throw new WrongAnswer('an address of the provider is not public')
      if (error instanceof TooLarge) throw new WrongAnswer('an answer of the provider is too large')
      if (!(error instanceof NoAnswer)) throw error
      throw new Away('the provider does not answer', { cause: error })
    }
  }
}

/** In the clear only on this machine, and then only where the provider itself is. */
function mayBeAsked(url: URL, isOwnHost: boolean): boolean {
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOwnHost && isLoopback(url.hostname))
}

const pick = (headers: IncomingHttpHeaders, names: string[]) =>
  names.flatMap((name): [string, string][] => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
