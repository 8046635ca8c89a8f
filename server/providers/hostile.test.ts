import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast, emailOf } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import {
  clientId,
  hs256,
  type ProviderFaults,
  rs256,
  startFakeProvider,
  unsignedToken,
} from '#server/testing/fake-provider.ts'
import { beginSignIn, finishSignIn, sessionCookieOf } from '#server/testing/sign-in.ts'

const [fake, other] = await Promise.all([startFakeProvider(), startFakeProvider()])
const world = await testApp({
  PUBLIC_URL: 'https://kontor.example',
  OIDC_PROVIDERS: 'firma,zwei',
  OIDC_FIRMA_ISSUER: fake.issuer,
  OIDC_FIRMA_CLIENT_ID: clientId,
  OIDC_FIRMA_CLIENT_SECRET: 'geheim',
  OIDC_FIRMA_NAME: 'Firma',
  OIDC_FIRMA_MATCH: 'email',
  OIDC_FIRMA_GROUPS_CLAIM: 'gruppen',
  OIDC_ZWEI_ISSUER: other.issuer,
  OIDC_ZWEI_CLIENT_ID: clientId,
  OIDC_ZWEI_MATCH: 'username',
  OIDC_ZWEI_CREATE: 'yes',
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await Promise.all([fake.stop(), other.stop()])
})
const { db } = world.kontor
const anna = { sub: 'p-anna', email: emailOf(cast.anna), email_verified: true, gruppen: [], sid: 's-1' }

/** Each attempt comes from an address of its own, so that none is refused by a rate limit. */
let addresses = 0
const nextAddress = () => `198.51.100.${++addresses}`

async function signIn(as: object, lies: ProviderFaults = {}, address = nextAddress()) {
  const begun = await beginSignIn(world, 'firma', {}, address)
  const returned = fake.signIn(begun.url, as as Record<string, unknown>, lies)
  return finishSignIn(world, 'firma', { cookie: begun.cookie, returned, address })
}
const counted = async () => {
  world.app.refusals.endMinute()
  await world.app.refusals.flush()
  const { sessions } = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll().as('sessions'))
    .executeTakeFirstOrThrow()
  const rows = await db.selectFrom('audit').where('action', 'like', 'refused.%').select('action').execute()
  return { sessions: Number(sessions), rows: rows.length }
}
type Answer = Awaited<ReturnType<typeof signIn>>

/** Expects that the sign-in is refused with this sentence, starts no session, and adds a row to the audit log. */
async function refused(attempt: () => Promise<Answer>, what: RegExp, status = 403) {
  const before = await counted()
  const answer = await attempt()
  assert.equal(answer.status, status, answer.text)
  assert.match(String(answer.body['details']), what)
  assert.match(String(answer.body['details']), /^[A-ZÄÖÜ„][^\n]+\.$/)
  assert.equal(sessionCookieOf(answer), undefined)
  const after = await counted()
  assert.equal(after.sessions, before.sessions)
  // A provider that does not answer is only logged.
  if (status !== 503) assert.equal(after.rows, before.rows + 1)
}

test('a provider that answers well lets in, with cookies that no neighbour can set', async () => {
  const begun = await world.client().send('POST', '/auth/providers/firma/begin/', {})
  assert.match(
    String(begun.headers['set-cookie']),
    /^__Host-sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=600; Secure$/,
  )
  const url = new URL(String(begun.body['url']))
  assert.equal(url.searchParams.get('redirect_uri'), 'https://kontor.example/ui/login/firma')
  assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
  const answer = await signIn(anna)
  assert.equal(answer.status, 200, answer.text)
  assert.match(String(answer.headers['set-cookie']), /^session=[\w-]{43};.*__Host-sign-in=; /)
})

const notInOrder = /Die Antwort von „Firma“ ist nicht in Ordnung/
const returned = (change: (params: URLSearchParams) => void): ProviderFaults => ({ returned: change })
const claims = (said: Record<string, unknown>): ProviderFaults => ({ claims: said })
const publicPem = () => fake.key.publicKey.export({ type: 'spki', format: 'pem' })

const answers: Record<string, ProviderFaults> = {
  'another state': returned((params) => params.set('state', 'x'.repeat(43))),
  'no state': returned((params) => params.delete('state')),
  'two states': returned((params) => params.append('state', 'x')),
  'no code': returned((params) => params.delete('code')),
  'two codes': returned((params) => params.append('code', 'noch-einer')),
  'the name of another provider (mix-up)': returned((params) => params.set('iss', other.issuer)),
  'no name, though it always says it': returned((params) => params.delete('iss')),
  'an error of its own': returned((params) => {
    params.delete('code')
    params.set('error', 'server_error')
  }),
  'an answer in a token': returned((params) =>
    params.set('response', unsignedToken({ header: { alg: 'none' }, claims: {} })),
  ),
  'another nonce': claims({ nonce: 'eine-andere' }),
  'no nonce': claims({ nonce: undefined }),
  'another issuer': claims({ iss: other.issuer }),
  'an issuer that only begins so': claims({ iss: `${fake.issuer}/` }),
  'another audience': claims({ aud: 'andere-anwendung' }),
  'no audience': claims({ aud: undefined }),
  'several audiences and nobody it was made for': claims({ aud: [clientId, 'andere'] }),
  'another client it was made for': claims({ azp: 'andere-anwendung' }),
  'an end that is past': claims({ exp: 1 }),
  'no end': claims({ exp: undefined }),
  'a beginning in the future': claims({ iat: 4_000_000_000, exp: 4_000_000_300 }),
  'no beginning': claims({ iat: undefined }),
  'a moment before which it does not hold': claims({ nbf: 4_000_000_000 }),
  'no subject': claims({ sub: undefined }),
  'an empty subject': claims({ sub: '' }),
  'a number for a subject': claims({ sub: 7 }),
  'a subject without end': claims({ sub: 'x'.repeat(5_000) }),
  'the key of somebody else': { idToken: (honest) => rs256(honest, fake.stranger.privateKey) },
  'a key that it does not have': { header: { kid: 'nie-gesehen' } },
  'no signature wanted': { idToken: ({ claims }) => unsignedToken({ header: { alg: 'none' }, claims }) },
  'no signature, though one is wanted': { idToken: unsignedToken },
  'its public key as a shared secret': {
    idToken: ({ header, claims }) => hs256({ header: { ...header, alg: 'HS256' }, claims }, publicPem()),
  },
  'our secret as a key': {
    idToken: ({ header, claims }) => hs256({ header: { ...header, alg: 'HS256' }, claims }, 'geheim'),
  },
  'words that were changed afterwards': {
    idToken: (honest) => {
      const [head, , signature] = rs256(honest, fake.key.privateKey).split('.')
      const changed = Buffer.from(JSON.stringify({ ...honest.claims, sub: 'p-clara' })).toString('base64url')
      return `${head}.${changed}.${signature}`
    },
  },
  'a key in the token itself': {
    idToken: ({ header, claims }) =>
      rs256(
        { header: { ...header, kid: 'neu', jwk: fake.stranger.publicKey.export({ format: 'jwk' }) }, claims },
        fake.stranger.privateKey,
      ),
  },
  'another kind of key': { header: { alg: 'ES256' } },
  'a rule for the token that nobody knows': { header: { crit: ['neu'] } },
  'no token of the person': { tokens: { id_token: undefined } },
  'a token that is none': { tokens: { id_token: 'abc' } },
  'a code that it does not take': { tokenAnswer: { status: 400, body: '{"error":"invalid_grant"}' } },
  'a page in place of tokens': { tokenAnswer: { status: 200, type: 'text/html', body: '<h1>Anmelden</h1>' } },
  'the way to another server': { tokenAnswer: { status: 302, location: 'http://127.0.0.1:1/' } },
  'more than anybody reads': { tokenAnswer: { status: 200, body: `{"a":"${'x'.repeat(600_000)}"}` } },
  'tokens of another kind': { tokens: { token_type: 'mac' } },
  'what it knows of somebody else': { claims: { gruppen: undefined }, userinfo: { sub: 'p-clara' } },
  'what it knows of nobody': { claims: { gruppen: undefined }, userinfo: { sub: undefined } },
  'a page in place of what it knows': {
    claims: { gruppen: undefined },
    userinfoAnswer: { status: 200, type: 'text/html', body: '<p>' },
  },
}

for (const [name, lies] of Object.entries(answers))
  test(`nobody is let in by a provider that answers with ${name}`, async () => {
    await refused(() => signIn(anna, lies), notInOrder)
  })

test('who gives up at the provider is told so', async () => {
  const lies = returned((params) => {
    params.delete('code')
    params.set('error', 'access_denied')
    params.set('error_description', '<script>')
  })
  await refused(() => signIn(anna, lies), /^Die Anmeldung bei „Firma“ wurde abgebrochen\.$/)
})

test('a provider that is away, or fails, is no fault of the person’s, and lets nobody in', async () => {
  await refused(
    () => signIn(anna, { tokenAnswer: { status: 500, body: 'x' } }),
    /„Firma“ antwortet gerade nicht/,
    503,
  )
  await refused(
    () => signIn(anna, { userinfoAnswer: { status: 503 }, claims: { gruppen: undefined } }),
    /antwortet/,
    503,
  )
})

const over = /^Diese Anmeldung gilt nicht mehr/
async function begun(address: string, provider = 'firma') {
  const { url, cookie } = await beginSignIn(world, provider, {}, address)
  return { cookie, returned: fake.signIn(url, anna), address }
}

test('an answer counts only in the browser in which the sign-in has begun', async () => {
  const one = await begun(nextAddress())
  await refused(() => finishSignIn(world, 'firma', { ...one, cookie: '' }), over)
  const stranger = await beginSignIn(world, 'firma', {}, nextAddress())
  await refused(() => finishSignIn(world, 'firma', { ...one, cookie: stranger.cookie }), notInOrder)
  await refused(
    () => finishSignIn(world, 'firma', { ...one, cookie: `${one.cookie}; ${stranger.cookie}` }),
    over,
  )
  await refused(
    () => finishSignIn(world, 'firma', { ...one, cookie: one.cookie.replace('__Host-', '') }),
    over,
  )
})

test('an answer counts once, in time, and at the provider at which the sign-in has begun', async () => {
  const twice = await begun(nextAddress())
  assert.equal((await finishSignIn(world, 'firma', twice)).status, 200)
  await refused(() => finishSignIn(world, 'firma', twice), over)
  const late = await begun(nextAddress())
  await db
    .updateTable('sign_ins')
    .set({ begun_at: new Date(Date.now() - 601_000) })
    .execute()
  await refused(() => finishSignIn(world, 'firma', late), over)
  const elsewhere = await begun(nextAddress(), 'zwei')
  await refused(() => finishSignIn(world, 'firma', elsewhere), over)
})

test('who shall prove anew who they are is believed only if the provider says that they have', async () => {
  for (const auth_time of [undefined, Math.floor(Date.now() / 1_000) - 3_600]) {
    const { url, cookie } = await beginSignIn(world, 'firma', { again: true }, nextAddress())
    assert.equal(new URL(url).searchParams.get('prompt'), 'login')
    const answer = fake.signIn(url, { ...anna, auth_time })
    await refused(
      () => finishSignIn(world, 'firma', { cookie, returned: answer, address: nextAddress() }),
      /nicht, dass Sie sich eben neu/,
    )
  }
})

test('nobody is led out of the app, wherever they say they want to go on', async () => {
  const backTo = async (return_to: string) => {
    const { url, cookie } = await beginSignIn(world, 'firma', { return_to }, '203.0.113.200')
    const answer = await finishSignIn(world, 'firma', { cookie, returned: fake.signIn(url, anna) })
    return answer.body['return_to']
  }
  assert.equal(await backTo('/ui/docs/7/show?a=b#c'), '/ui/docs/7/show?a=b#c')
  for (const foreign of [
    'https://fremd.example/ui/',
    '//fremd.example/ui/',
    '/\\fremd.example/ui/',
    '/ui/..//fremd.example',
    '/ui/%2e%2e/%2e%2e//fremd.example',
    '/ui/\t/fremd.example',
    'javascript:alert(1)',
    '/ui/logout',
    '/auth/logout/',
  ])
    assert.equal(await backTo(foreign), null, foreign)
})

test('people without a way in are told why, each in a sentence', async () => {
  const person = (said: object) => () => signIn({ ...anna, sub: crypto.randomUUID(), ...said })
  await refused(person({ email: 'niemand@nordlicht.example' }), /gibt es hier kein Konto/)
  await refused(person({ email: emailOf(cast.frieda), email_verified: false }), /nicht bestätigt/)
  await refused(person({ email: emailOf(cast.frieda), email_verified: 'true' }), /nicht bestätigt/)
  await refused(person({ email: undefined }), /nichts, woran Kontor Ihr Konto erkennt/)
  await refused(person({}), /gehört schon zu einer anderen Anmeldung/)
  await db
    .updateTable('users')
    .set({ email: emailOf(cast.hannah) })
    .where('username', '=', 'jana')
    .execute()
  await refused(person({ email: emailOf(cast.hannah) }), /mehrere Konten/)
})

test('nobody comes back by a provider who is deactivated, nor as somebody who is anonymous', async () => {
  const lena = { ...anna, sub: 'p-lena', email: emailOf(cast.lena) }
  assert.equal((await signIn(lena)).status, 200)
  const id = await world.userId(cast.lena)
  await db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
  await refused(() => signIn(lena), /Ihr Konto ist deaktiviert/)
  await refused(() => signIn({ ...lena, sub: 'p-neu' }), /Ihr Konto ist deaktiviert/)
  const clara = await world.as(cast.clara)
  const gone = await clara.send('POST', `/users/${id}/anonymisation/`, { messages: false, answers: false })
  assert.equal(gone.status, 200, gone.text)
  await refused(() => signIn(lena), /gibt es hier kein Konto/)
  assert.deepEqual(await db.selectFrom('identities').where('user_id', '=', id).selectAll().execute(), [])
})

test('a provider that takes another key is believed at once, and asked for no more than it must', async () => {
  const before = fake.counts.discovery
  fake.rotate()
  assert.equal((await signIn(anna)).status, 200)
  assert.equal((await signIn(anna)).status, 200)
  assert.equal(fake.counts.discovery, before)
})

test('while the provider is away nobody can begin to sign in who could not before, and the password still opens', async () => {
  await beginSignIn(world, 'zwei')
  other.goAway(true)
  const answer = await world.client().send('POST', '/auth/providers/zwei/begin/', {})
  // Discovery is still cached.
  assert.equal(answer.status, 200)
  const { url, cookie } = {
    url: String(answer.body['url']),
    cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '',
  }
  const back = await finishSignIn(world, 'zwei', { cookie, returned: other.signIn(url, { sub: 'x' }) })
  assert.equal(back.status, 503)
  assert.match(String(back.body['details']), /^„zwei“ antwortet gerade nicht/)
  other.goAway(false)
})

test('a provider that is not in the settings is not there', async () => {
  for (const call of ['begin', 'finish', 'logout'])
    assert.equal(
      (
        await world
          .client()
          .send(
            'POST',
            `/auth/providers/fremd/${call}/`,
            call === 'finish' ? { returned: 'x' } : call === 'logout' ? { logout_token: 'x' } : {},
          )
      ).status,
      404,
    )
})
