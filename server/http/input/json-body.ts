import type { FastifyInstance } from 'fastify'
import { usualBody } from '#contract/endpoint.ts'
import { invalid, Refused, refuse } from '../errors.ts'

/** JSON is the only body there is. Bytes that are no UTF-8, and keys that reach for prototypes, are refused. */
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
 * Counts names and elements before anything is made of them: to read and check a few hundred thousand would keep
 * everybody waiting. Texts, such as images, are passed over in one step each.
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

/** Where the closing quote stands; -1 where there is none. */
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
/** An image is a long text without either sign: only what has one is looked through letter by letter. */
const hasProtoKey = (text: string) => (text.includes('"_') || text.includes('\\u')) && prototype.test(text)

function parse(body: Buffer): unknown {
  // Some clients announce JSON and then have nothing to say.
  if (body.length === 0) return undefined
  const text = utf8.decode(body)
  if (!hasProtoKey(text)) return JSON.parse(text)
  return JSON.parse(text, (key, value) => {
    if (key === '__proto__') throw new SyntaxError('a key reaches for a prototype')
    return value as unknown
  })
}
