import type { FastifyInstance } from 'fastify'
import { usualBody } from '#contract/endpoint.ts'
import { invalid, Refused, refuse } from '../errors.ts'

/** JSON is the only accepted body. Invalid UTF-8 and keys that reach for prototypes are refused. */
export function readOnlyJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { mostValues = usualBody.values } = request.routeOptions.config
    try {
      done(null, read(body as Buffer, mostValues))
    } catch (error) {
      done(error instanceof Refused ? error : refuse('bad_json'))
    }
  })
}

function read(body: Buffer, mostValues: number): unknown {
  if (hasMoreValues(body, mostValues))
    throw invalid(['body'], `Die Anfrage enthält mehr als ${mostValues} einzelne Angaben.`, 'maxItems')
  return parse(body)
}

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = Buffer.from('"\\,[{') as unknown as number[]

/**
 * Counts names and elements before parsing: hundreds of thousands would block the server. Strings, such as
 * images, are skipped in one step.
 */
function hasMoreValues(body: Buffer, most: number): boolean {
  let count = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === QUOTE) {
      at = endOfText(body, at)
      if (at < 0) return false
    } else if ((byte === COMMA || byte === LIST || byte === OBJECT) && ++count > most) return true
  }
  return false
}

/** Index of the closing quote; -1 if missing. */
function endOfText(body: Buffer, start: number): number {
  let end = body.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(body, end)) end = body.indexOf('"', end + 1)
  return end
}

function isEscaped(body: Buffer, at: number): boolean {
  let before = at
  while (body[before - 1] === BACKSLASH) before--
  return (at - before) % 2 === 1
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const prototype = /"(?:_|\\u005f){2}(?:p|\\u0070)/i
/** Fast path: a long text, such as an image, without these characters needs no scan. */
const hasProtoKey = (text: string) => (text.includes('"_') || text.includes('\\u')) && prototype.test(text)

function parse(body: Buffer): unknown {
  // Some clients declare JSON and send nothing.
  if (body.length === 0) return undefined
  const text = utf8.decode(body)
  if (!hasProtoKey(text)) return JSON.parse(text)
  return JSON.parse(text, (key, value) => {
    if (key === '__proto__') throw new SyntaxError('a key reaches for a prototype')
    return value as unknown
  })
}
