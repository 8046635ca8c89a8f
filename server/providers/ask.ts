// Asks a provider: bounded in time and size, no redirects, and to no other machine of the house than the provider's
// own. Whoever runs the server has said where the provider is, and that may be in their own network. What the
// provider itself names further (for its keys, say) may be there too on its own host; anywhere else it must be
// public.
import { lookup as lookUp } from 'node:dns'
import { request as askInClear, type IncomingMessage } from 'node:http'
import { request as askEncrypted } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { CustomFetch } from 'openid-client'
import { isLoopback } from '#server/config-kinds.ts'
import { isPublicAddress } from '#server/push/address.ts'
import { Away, WrongAnswer } from './wrong-answer.ts'

/** For one answer, until its last byte, in ms. */
const PATIENCE = 5_000
const MOST_BYTES = 512 * 1024

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
    { method = 'GET', headers, body, signal }: Question = {},
  ): Promise<Response> => {
    const url = new URL(address)
    const isOwnHost = url.hostname === issuer.hostname
    if (!mayBeAsked(url, isOwnHost)) throw new WrongAnswer('an address of the provider may not be asked')
    const late = AbortSignal.timeout(patience)
    const given = body instanceof URLSearchParams ? body.toString() : undefined
    const answer = await exchange(url, {
      method,
      headers: headers ?? {},
      body: given,
      signal: signal ? AbortSignal.any([late, signal]) : late,
      lookup: isOwnHost ? undefined : publicOnly,
    })
    if (answer.status >= 500 || answer.status === 429) throw new Away(`the provider answers ${answer.status}`)
    return answer
  }
}

/**
 * In the clear only on this machine, and then only where the provider itself is. A number in place of a name is
 * looked up by nobody.
 */
function mayBeAsked(url: URL, isOwnHost: boolean): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol === 'http:') return isOwnHost && isLoopback(url.hostname)
  return url.protocol === 'https:' && (isOwnHost || isIP(host) === 0 || isPublicAddress(host))
}

/**
 * Looks up where a name leads, and refuses it if any of that is not public: the connection goes to what was looked
 * at.
 */
const publicOnly: LookupFunction = (name, options, done) => {
  lookUp(name, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '')
    const [first] = found
    if (!first || !found.every(({ address }) => isPublicAddress(address)))
      return done(new WrongAnswer('an address of the provider is not public'), '')
    if (options.all) return done(null, found)
    done(null, first.address, first.family)
  })
}

type Exchange = {
  method: string
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal
  lookup: LookupFunction | undefined
}

function exchange(url: URL, { method, headers, body, signal, lookup }: Exchange): Promise<Response> {
  const request = url.protocol === 'https:' ? askEncrypted : askInClear
  const failed = (error: unknown) =>
    error instanceof WrongAnswer ? error : new Away('the provider does not answer', { cause: error })
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      agent: false,
      signal,
      ...(lookup && { lookup }),
    })
    sent.on('response', (answer) => {
      readAll(answer).then(
        (bytes) => resolve(responseOf(answer, bytes)),
        (error: unknown) => {
          sent.destroy()
          reject(failed(error))
        },
      )
    })
    sent.on('error', (error) => reject(failed(error)))
    sent.end(body)
  })
}

async function readAll(answer: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > MOST_BYTES) throw new WrongAnswer('an answer of the provider is too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function responseOf({ statusCode = 0, headers }: IncomingMessage, bytes: Buffer<ArrayBuffer>): Response {
  const status = statusCode >= 200 && statusCode <= 599 ? statusCode : 502
  const hasBody = ![204, 205, 304].includes(status)
  const type = headers['content-type']
  return new Response(hasBody ? bytes : null, {
    status,
    headers: {
      ...(type !== undefined && { 'content-type': type }),
      ...(headers['www-authenticate'] !== undefined && { 'www-authenticate': headers['www-authenticate'] }),
    },
  })
}
