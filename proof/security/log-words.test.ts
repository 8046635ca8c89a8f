// Nothing that people type reaches the log, whatever fails. One call of each kind is tried with every variant,
// the others with marker words in all fields; the proof `permissions` tries every call with every variant.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import { cast } from '#demo/cast.ts'
import { buildApp } from '#server/app.ts'
import { redactError, redactMessage } from '#server/http/logging.ts'
import { testApp } from '#server/testing/app.ts'
import { chosenOf } from '../calls/breadth.ts'
import { type Call, calls, isSafe, propertiesOf } from '../calls/calls.ts'
import { bodyOf, pathsOf } from '../calls/samples.ts'

const world = await testApp()
await world.worker.stop()
const lines: string[] = []
const app = await buildApp(
  { ...world.kontor, config: { ...world.kontor.config, logLevel: 'trace' } },
  { log: { write: (line) => void lines.push(line) } },
)
after(async () => {
  await app.close()
  await world[Symbol.asyncDispose]()
})

const chosen = new Set(chosenOf(calls))

const MARK = 'Blaubeermarmelade'
const word = `${MARK} "${MARK}" '${MARK}': \n at ${MARK} {"level":60}`
const password = `${MARK}-${MARK}-${MARK}`

/** The body with marker words in every text. */
function marked(value: unknown): unknown {
  if (typeof value === 'string') return word
  if (Array.isArray(value)) return value.length > 0 ? value.map(marked) : [word]
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, marked(one)]))
}

const everyProperty = (schema: TSchema | undefined, value: string) =>
  new URLSearchParams(Object.keys(propertiesOf(schema)).map((name) => [name, value])).toString()

/** Requests: valid ones, ones with marker words in each field, and unreadable ones. */
async function variants(call: Call) {
  const { existing } = await pathsOf(world.kontor, call)
  const sound = bodyOf(call)
  const worded = sound && JSON.stringify(marked(JSON.parse(sound)))
  const bodies = sound === undefined ? [undefined] : [sound, worded, `{"a": ${MARK}`, `"${MARK}"`]
  const typed = call.path.replace(/\{\w+\}/g, encodeURIComponent(word))
  const query = everyProperty(call.query, word)
  const { method } = call
  if (!chosen.has(call)) return [{ method, url: `${existing}?${query}`, payload: worded }]
  return [existing, `${existing}?${query}`, `${existing}?${MARK}=${MARK}`, typed].flatMap((url) =>
    bodies.map((payload) => ({ method, url, payload })),
  )
}

// Leaves out calls that would end the session in use or change a password.
const everything = calls.filter(({ name }) => !/^auth\.(log|end)|^users\.(remove|change|end)/.test(name))

async function ask(asked: Call[]) {
  const clara = await world.as(cast.clara)
  let failed = 0
  const knockers = (call: Call) => (chosen.has(call) ? [`session=${MARK}`, clara.cookie] : [clara.cookie])
  for (const call of asked)
    for (const { payload, ...request } of await variants(call))
      for (const cookie of knockers(call)) {
        const headers = {
          'user-agent': word.replaceAll('\n', ' '),
          'if-match': MARK,
          origin: 'http://localhost',
          host: 'localhost',
          ...(cookie && { cookie }),
          ...(payload !== undefined && { 'content-type': 'application/json' }),
        }
        const { statusCode } = await app.inject({
          ...request,
          headers,
          ...(payload !== undefined && { payload }),
        })
        if (statusCode >= 500) failed++
      }
  return failed
}

const told = () => {
  const all = lines.splice(0)
  for (const line of all) assert.doesNotMatch(line, new RegExp(MARK, 'i'))
  // Each line is one JSON object, so that no content can fake another.
  for (const line of all) assert.equal(typeof JSON.parse(line), 'object')
  return all
}

test('no line of the log holds a word that somebody typed, in whatever field', async () => {
  for (const [username, given] of [
    [word, password],
    ['anna', password],
    [MARK, MARK],
  ])
    await app.inject({ method: 'POST', url: '/auth/login/', payload: { username, password: given } })
  // No input makes the server fail.
  assert.equal(await ask(everything), 0)
  await app.refusals.flush()
  assert.ok(told().some((line) => line.includes('refused.login_failed')))
})

test('nor does one that tells of a failure of the server itself', async () => {
  const { db } = world.kontor
  // Makes the database fail with error messages that contain the submitted values.
  await sql`create function fail_with_words() returns trigger language plpgsql as $$
    begin raise exception 'no room for %', new using detail = to_json(new)::text, hint = to_json(new)::text; end $$`.execute(
    db,
  )
  for (const table of [
    'docs',
    'doc_answers',
    'chat_messages',
    'groups',
    'push_subscriptions',
    'time_history',
    'images',
  ])
    await sql`create trigger fail before insert or update on ${sql.table(table)}
      for each row execute function fail_with_words()`.execute(db)
  const failed = await ask(everything.filter((call) => !isSafe(call)))
  assert.ok(failed > 0)
  const lines = told()
  assert.ok(lines.some((line) => line.includes('a request failed') && line.includes('"code":"P0001"')))
})

test('what stands in the audit log of a refusal is no word of anybody either', async () => {
  await app.refusals.flush()
  const { rows } = await sql<{
    row: string
  }>`select audit::text as row from audit where kind = 'refused'`.execute(world.kontor.db)
  assert.ok(rows.length > 0)
  for (const { row } of rows) assert.doesNotMatch(row, new RegExp(MARK, 'i'))
})

test('of an error stays what it is and where it came up', () => {
  const cause = Object.assign(new Error(`duplicate key value violates "${MARK}"`), {
    code: '23505',
    constraint: 'groups_name_key',
    detail: `Key (name)=(${MARK}) already exists.`,
    where: MARK,
    parameters: [MARK],
  })
  const said = redactError(new TypeError(`cannot read „${MARK}“\n    at ${MARK} (file.ts:1:1)`, { cause }))
  const text = JSON.stringify(said)
  assert.doesNotMatch(text, new RegExp(MARK))
  assert.match(text, /"type":"TypeError","message":"cannot read"/)
  assert.match(text, /"constraint":"groups_name_key"/)
  assert.match(text, /log-words\.test\.ts/)
  assert.equal(
    redactMessage('timeout exceeded when trying to connect'),
    'timeout exceeded when trying to connect',
  )
})
