import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'

/** JSON is the only body there is. Bytes that are no UTF-8, and keys that reach for prototypes, are refused. */
export function readOnlyJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parse(body as Buffer))
    } catch {
      done(refuse('bad_json'))
    }
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const prototype = /"(?:_|\\u005f){2}(?:p|\\u0070)/i
/** An image is a long text without either sign: only what has one is looked through letter by letter. */
const reachesForPrototype = (text: string) =>
  (text.includes('"_') || text.includes('\\u')) && prototype.test(text)

function parse(body: Buffer): unknown {
  // Some clients announce JSON and then have nothing to say.
  if (body.length === 0) return undefined
  const text = utf8.decode(body)
  if (!reachesForPrototype(text)) return JSON.parse(text)
  return JSON.parse(text, (key, value) => {
    if (key === '__proto__') throw new SyntaxError('a key reaches for a prototype')
    return value as unknown
  })
}
