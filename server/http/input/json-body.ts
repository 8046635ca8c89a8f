import type { FastifyInstance } from 'fastify'
import { defaultBodyLimits } from '#contract/endpoint.ts'
import { refuse, refuseInvalid } from '../errors.ts'

/** JSON is the only accepted body. Invalid UTF-8 and the key `__proto__` are refused. */
export function acceptOnlyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'ignore')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, sent, done) => {
    const body = sent as Buffer
    // Some clients declare JSON and send nothing.
    if (body.length === 0) return done(null)
    const { mostValues = defaultBodyLimits.values } = request.routeOptions.config
    if (hasMoreValues(body, mostValues))
      return done(
        refuseInvalid(['body'], `Die Anfrage enthält mehr als ${mostValues} einzelne Angaben.`, 'maxItems'),
      )
    const text = textOf(body)
    if (text === undefined) return done(refuse('bad_json'))
    void parse(request, text, (error, json) => done(error && refuse('bad_json'), json))
  })
}

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = Buffer.from('"\\,[{') as unknown as number[]

/**
 * Counts names and elements before parsing, since parsing hundreds of thousands of them would block the event
 * loop. Strings, such as images, are skipped in one step.
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

/** Undefined for invalid UTF-8. */
function textOf(body: Buffer): string | undefined {
  try {
    return utf8.decode(body)
  } catch {
    return undefined
  }
}
