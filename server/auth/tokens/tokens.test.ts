import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { ApiToken, TokenScope } from '#contract/tokens.ts'
import { cast, demoPassword, type Person } from '#demo/cast.ts'
import { limits } from '#server/http/limits.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)
const claraId = await kontor.userId(cast.clara)
const all: TokenScope[] = ['documents:write', 'happenings:write', 'users:write', 'groups:write', 'audit:read']

type Made = { id: number; token: string }
async function make(by: Client, { name = 'Lohnlauf', scopes = all, days = 30 } = {}): Promise<Made> {
  const { status, body, text } = await by.send('POST', '/tokens/', { name, scopes, days })
  assert.equal(status, 200, text)
  return { id: body['token_id'] as number, token: body['token'] as string }
}

/** A client that sends this token and, unless in `more`, no cookie. */
function program({ token }: { token: string }, more: Record<string, string> = {}): Client {
  const nobody = kontor.client()
  const headers = { authorization: `Bearer ${token}`, ...more }
  const send: Client['send'] = (method, path, body, asking) =>
    nobody.send(method, path, body, { ...asking, headers: { ...headers, ...asking?.headers } })
  return { cookie: undefined, send, get: (path, asking) => send('GET', path, undefined, asking) }
}
const listed = async () => (await clara.get('/tokens/')).body['items'] as ApiToken[]
const found = async (id: number) => (await listed()).find((token) => token.id === id)

/** Makes somebody an administrator and signs them in. */
async function asAdmin(person: Person) {
  const id = await kontor.userId(person)
  await db.updateTable('users').set({ is_admin: true }).where('id', '=', id).execute()
  return { id, by: await kontor.as(person) }
}

test('a token acts as the administrator who made it, and is known as a hash alone', async () => {
  const made = await make(clara)
  assert.match(made.token, /^kontor_[\w-]{43}$/)
  const answer = await program(made).send('POST', '/docs/', { name: 'Aus einem Programm' })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers['set-cookie'], undefined)
  const { rows } = await sql<{
    text: string
  }>`select row_to_json(api_tokens)::text as text from api_tokens`.execute(db)
  assert.ok(rows.every(({ text }) => !text.includes(made.token.slice(7))))
})

test('a token holds for 90 days where nothing else is said, and for a year at most', async () => {
  const body = { name: 'Ohne Frist', scopes: ['users:read'] }
  const { body: made } = await clara.send('POST', '/tokens/', body)
  const { expires_at, made_at } = (await found(made['token_id'] as number)) as ApiToken
  assert.equal(Math.round((Date.parse(expires_at) - Date.parse(made_at)) / 86_400_000), 90)
  for (const days of [0, 366])
    assert.equal((await clara.send('POST', '/tokens/', { ...body, days })).status, 422)
  assert.equal((await clara.send('POST', '/tokens/', { ...body, scopes: [] })).status, 422)
  assert.equal((await clara.send('POST', '/tokens/', { ...body, scopes: ['chat:read'] })).status, 422)
  assert.equal((await clara.send('POST', '/tokens/', { ...body, name: ' ' })).status, 422)
})

test('with a token no page needs to be named as the origin, and no cookie counts', async () => {
  const made = await make(clara)
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  const body = { name: 'Von woanders' }
  assert.equal((await program(made, foreign).send('POST', '/docs/', body)).status, 200)
  const reads = await make(clara, { scopes: ['users:read'] })
  const both = program(reads, { cookie: String(clara.cookie) })
  assert.equal((await both.send('POST', '/docs/', body)).status, 403)
  // The session's cache must not serve a token.
  await clara.get('/docs/')
  assert.equal((await both.get('/docs/')).status, 403)
  assert.equal(
    (await program({ token: 'kontor_x' }, { cookie: String(clara.cookie) }).get('/docs/')).status,
    401,
  )
})

test('a bearer that is none of ours counts for nothing', async () => {
  for (const authorization of ['Bearer eyJhbGciOiJub25lIn0', 'Basic YTpi', 'Bearer', ''])
    assert.equal((await clara.get('/docs/', { headers: { authorization } })).status, 200, authorization)
})

test('a token that is revoked, expired, foreign or changed opens nothing, in the same words', async () => {
  const revoked = await make(clara)
  assert.equal((await program(revoked).get('/docs/')).status, 200)
  assert.equal((await clara.send('DELETE', `/tokens/${revoked.id}/`)).status, 200)
  const expired = await make(clara)
  assert.equal((await program(expired).get('/docs/')).status, 200)
  await db.updateTable('api_tokens').set({ expires_at: new Date() }).where('id', '=', expired.id).execute()
  const sound = await make(clara)
  const last = sound.token.endsWith('A') ? 'B' : 'A'
  const tries = [
    revoked.token,
    expired.token,
    `${sound.token.slice(0, -1)}${last}`,
    `${sound.token}A`,
    sound.token.toUpperCase(),
    `kontor_${'A'.repeat(43)}`,
    'kontor_',
  ]
  for (const token of tries) {
    const { status, body, headers } = await program({ token }).get('/docs/')
    assert.deepEqual(
      [status, body],
      [
        401,
        { success: false, details: 'Dieses API-Token gilt nicht oder nicht mehr.', detail: 'Unauthorized' },
      ],
    )
    assert.equal(headers['set-cookie'], undefined)
  }
  assert.equal((await clara.send('DELETE', `/tokens/${revoked.id}/`)).status, 404)
  assert.equal((await found(expired.id))?.is_expired, true)
})

test('a token ends for good with its owner’s rights: no administrator any more, deactivated, deleted', async () => {
  const bruno = await asAdmin(cast.bruno)
  const made = await make(bruno.by)
  const asked = () => program(made).get('/docs/')
  assert.equal((await asked()).status, 200)
  const privileges = `/users/${bruno.id}/privileges/`
  assert.equal((await clara.send('PATCH', privileges, { is_admin: false })).status, 200)
  assert.equal((await asked()).status, 401)
  assert.equal((await clara.send('PATCH', privileges, { is_admin: true })).status, 200)
  assert.equal((await asked()).status, 401)
  const again = await make(bruno.by)
  await db.updateTable('users').set({ is_active: false }).where('id', '=', bruno.id).execute()
  await db.updateTable('users').set({ is_active: true }).where('id', '=', bruno.id).execute()
  assert.equal((await program(again).get('/docs/')).status, 401)
  const third = await make(await kontor.as(cast.bruno))
  await db.updateTable('users').set({ persplan_id: null }).where('id', '=', bruno.id).execute()
  assert.equal((await clara.send('DELETE', `/users/${bruno.id}/`)).status, 200)
  assert.equal((await program(third).get('/docs/')).status, 401)
  assert.deepEqual(
    (await listed()).filter(({ user_id }) => user_id === bruno.id),
    [],
  )
})

test('whoever lacks the second factor that is required has tokens that open nothing', async () => {
  const strict = await testApp({ ADMIN_SECOND_FACTOR: 'required' })
  const { db } = strict.kontor
  const user_id = await strict.userId(cast.clara)
  await db
    .insertInto('one_time_codes')
    .values({ user_id, secret: Buffer.alloc(20), on_since: new Date() })
    .execute()
  const by = await strict.as(cast.clara)
  const { body } = await by.send('POST', '/tokens/', { name: 'Streng', scopes: ['documents:read'] })
  const headers = { authorization: `Bearer ${String(body['token'])}` }
  assert.equal((await strict.client().get('/docs/', { headers })).status, 200)
  await db.deleteFrom('one_time_codes').execute()
  const refused = await strict.client().get('/docs/', { headers })
  assert.deepEqual([refused.status, refused.body['detail']], [403, 'Second Factor Required'])
  await strict[Symbol.asyncDispose]()
})

test('every administrator sees all tokens, when and from where each was used last, and revokes any', async () => {
  const david = await asAdmin(cast.david)
  const made = await make(david.by, { name: 'Zeiten ins Lohnbüro', scopes: ['happenings:read'] })
  assert.equal((await found(made.id))?.used_at, null)
  assert.equal((await program(made).get('/happenings/', { address: '203.0.113.7' })).status, 200)
  const { used_at, used_from, display_name, scopes, is_expired } = (await found(made.id)) as ApiToken
  assert.ok(used_at !== null)
  assert.deepEqual([used_from, scopes, is_expired], ['203.0.113.7', ['happenings:read'], false])
  assert.match(display_name, /David/i)
  assert.equal((await clara.send('DELETE', `/tokens/${made.id}/`)).status, 200)
  assert.equal((await program(made).get('/happenings/')).status, 401)
})

test('the audit log names the token of every change, also of one that leaves no other row', async () => {
  const made = await make(clara, { name: 'Abendlauf' })
  const { times, entries } = await insertHappening(db, { entries: [{ name: 'Abend' }] })
  // Waits until earlier refusals are stored, so that the rows below come from this test alone.
  await kontor.app.refusals.flush()
  const { id: before } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  const items = [{ timeentry_id: entries[0], ist_von_date: '2026-03-03', ist_von_time: '09:00:00' }]
  const recorded = await program(made).send('PATCH', times, { items })
  assert.equal(recorded.status, 200, recorded.text)
  await program(made).send('POST', '/docs/', { name: 'Vom Abendlauf' })
  assert.equal((await program(made).get('/docs/')).status, 200)
  const rows = await db.selectFrom('audit').where('id', '>', before).orderBy('id').selectAll().execute()
  assert.deepEqual(
    rows.map(({ action, user_id, subject }) => {
      const { token, token_id } = subject as Record<string, unknown>
      return [action, user_id, token, token_id]
    }),
    [
      ['token.use', claraId, 'Abendlauf', made.id],
      ['doc.create', claraId, 'Abendlauf', made.id],
    ],
  )
  const { body } = await clara.get('/audit/', { query: { per_page: '2' } })
  const sentences = (body['items'] as { sentence: string }[]).map(({ sentence }) => sentence)
  assert.equal(sentences[0], 'Den Prozess „Vom Abendlauf“ angelegt. Mit dem API-Token „Abendlauf“.')
  assert.match(String(sentences[1]), /^Von einem Programm: .+\. Mit dem API-Token „Abendlauf“\.$/)
})

test('nobody has more than twenty tokens', async () => {
  const frieda = await asAdmin(cast.frieda)
  for (let made = 0; made < 20; made++) await make(frieda.by)
  const refused = await frieda.by.send('POST', '/tokens/', { name: 'Noch eines', scopes: ['users:read'] })
  assert.equal(refused.status, 409)
})

test('a program has limits of its own beside those of its owner, and guessing is counted', async () => {
  const most = 5
  const rates = { ...limits.rates }
  rates.token_requests = { ...rates.token_requests, most }
  rates.wrong_tokens = { ...rates.wrong_tokens, most }
  const small = await testApp({}, { limits: { ...limits, rates } })
  const owner = await small.as(cast.clara)
  const { body } = await owner.send('POST', '/tokens/', { name: 'Eilig', scopes: ['documents:read'] })
  const ask = async (token: string) =>
    (await small.client().get('/docs/', { headers: { authorization: `Bearer ${token}` } })).status
  const statuses: number[] = []
  for (let asked = 0; asked < most + 2; asked++) statuses.push(await ask(String(body['token'])))
  assert.equal(statuses.at(-1), 429)
  assert.equal((await owner.get('/docs/')).status, 200)
  const guesses: number[] = []
  for (let asked = 0; asked <= most; asked++) guesses.push(await ask(`kontor_${'A'.repeat(43)}`))
  assert.deepEqual(guesses, [...Array<number>(most).fill(401), 429])
  await small[Symbol.asyncDispose]()
})

test('a token never signs anybody in', async () => {
  const made = await make(clara)
  const answer = await program(made).send('POST', '/auth/logout/')
  assert.equal((await clara.get('/users/current/')).status, 200)
  assert.ok(answer.status < 500)
  const body = { username: 'clara', password: 'nicht-das-passwort' }
  assert.equal((await program(made).send('POST', '/auth/login/', body)).status, 401)
  assert.equal((await program(made).send('POST', '/auth/confirm/', { password: demoPassword })).status, 403)
})

test('a token renames nobody who administers: by that name a provider may know them', async () => {
  const { id } = await asAdmin(cast.lena)
  const other = await kontor.userId(cast.kai)
  const tool = program(await make(clara, { scopes: ['users:write'] }))
  const refused = await tool.send('PATCH', `/users/${id}/username/`, { username: 'jemand' })
  assert.equal(refused.status, 403)
  assert.match(String(refused.body['details']), /benennt keine Admins um/)
  assert.equal((await tool.send('PATCH', `/users/${other}/username/`, { username: 'kai.neu' })).status, 200)
  assert.equal((await clara.send('PATCH', `/users/${id}/username/`, { username: 'jemand' })).status, 200)
})
