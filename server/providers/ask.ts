// HTTP client for providers: bounded in time and size, without redirects. The configured issuer may be on a
// private network; further addresses that it names (for its keys, say) must be public unless they are on its
// own host.
import type { IncomingHttpHeaders } from 'node:http'
import type { CustomFetch } from 'openid-client'
import { isLoopback } from '#server/config-kinds.ts'
import { fetchConfigured, fetchPublic, NoAnswer, NotPublic, TooLarge } from '#server/outgoing.ts'

/** Total time per answer, in ms. */
const ANSWER_TIMEOUT_MS = 5_000
const MAX_ANSWER_BYTES = 512 * 1024

/** An invalid answer, or one meant for somebody else. The message is for the log: no token, no name. */
export class WrongAnswer extends Error {}

/** The provider sends no answer in time, or a status that asks to try again later (5xx, 429). */
export class ProviderAway extends Error {}

type ProviderRequest = {
  method?: string
  headers?: Record<string, string>
  /** The type that `fetch` accepts. Only forms are sent; any other body is left out. */
  body?: Parameters<CustomFetch>[1]['body']
  signal?: AbortSignal | undefined
}

/**
 * Compatible with `fetch`. Rejects with `ProviderAway` if the provider does not answer or fails, and with
 * `WrongAnswer` for a forbidden address or a too large answer.
 */
export function createProviderFetch(issuer: URL, patience = ANSWER_TIMEOUT_MS) {
  return async (
    address: string,
    { method = 'GET', headers = {}, body, signal }: ProviderRequest = {},
  ): Promise<Response> => {
    const url = new URL(address)
    const isOwnHost = url.hostname === issuer.hostname
    if (!isAllowedUrl(url, isOwnHost)) throw new WrongAnswer('an address of the provider may not be asked')
    try {
      const answer = await (isOwnHost ? fetchConfigured : fetchPublic)(url, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        body: body instanceof URLSearchParams ? body.toString() : undefined,
        signal,
        limits: { time: patience, bytes: MAX_ANSWER_BYTES },
      })
      const { status } = answer
      const bytes = Buffer.concat(await Array.fromAsync(answer.body))
      if (status >= 500 || status === 429) throw new ProviderAway(`the provider answers ${status}`)
      return new Response([204, 205, 304].includes(status) ? null : bytes, {
        status,
        headers: pick(answer.headers, ['content-type', 'www-authenticate']),
      })
    } catch (error) {
      if (error instanceof NotPublic) throw new WrongAnswer('an address of the provider is not public')
      if (error instanceof TooLarge) throw new WrongAnswer('an answer of the provider is too large')
      if (!(error instanceof NoAnswer)) throw error
      throw new ProviderAway('the provider does not answer', { cause: error })
    }
  }
}

/** Plain http only on localhost, and only if the issuer itself is there. */
function isAllowedUrl(url: URL, isOwnHost: boolean): boolean {
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOwnHost && isLoopback(url.hostname))
}

const pick = (headers: IncomingHttpHeaders, names: string[]) =>
  names.flatMap((name): [string, string][] => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
