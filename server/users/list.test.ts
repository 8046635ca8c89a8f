import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast, demoPassword } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const clara = await kontor.as(cast.clara)

const list = async (query: Record<string, string>) => {
  const { status, body } = await clara.get('/users/', { query: { per_page: '200', ...query } })
  assert.equal(status, 200, JSON.stringify(body))
  return body as { items: Listed[]; pages: number }
}
type Listed = Record<'username', string> &
  Record<'persplan_nachname' | 'persplan_email' | 'email', string | null>
const names = async (query: Record<string, string>) =>
  (await list(query)).items.map(({ username }) => username)

test('only administrators see the list of users', async () => {
  const anna = await kontor.as(cast.anna)
  assert.equal((await anna.get('/users/')).status, 403)
})

const same: [typed: string, found: string][] = [
  ['MÜLLER', 'georg'],
  ['Mueller', 'georg'],
  ['muller', 'georg'],
  ['unal', 'david'],
  ['Uenal', 'david'],
  ['gross', 'frieda'],
  ['groß', 'frieda'],
  ['weisshaupt kai', 'kai'],
  ['Nunez', 'ibrahim'],
  ['AERENLUND', 'jana'],
  ['doering clara', 'clara'],
  ['YILDIZ', 'elif'],
  ['elkers', 'hannah'],
  ['oelk', 'hannah'],
]
for (const [typed, found] of same) {
  test(`„${typed}“ finds ${found}`, async () => assert.deepEqual(await names({ filter: typed }), [found]))
}

test('all words of a filter must be found, each anywhere', async () => {
  assert.deepEqual(await names({ filter: 'berger anna' }), ['anna'])
  assert.deepEqual(await names({ filter: 'berger bruno' }), [])
  for (const filter of ['Berger, A', 'Berger,']) assert.deepEqual(await names({ filter }), ['anna'], filter)
})

test('of many words the eight longest count, each once', async () => {
  const eight = 'Georg Müller Lüdenscheidt georg GEORG mueller-lüdenscheidt'
  assert.deepEqual(await names({ filter: `${eight} ${eight}` }), ['georg'])
  const long = ['ann', 'nna', 'anna', 'berg', 'erge', 'rger', 'berge', 'erger', 'berger']
  assert.deepEqual(await names({ filter: long.join(' ') }), ['anna'])
  assert.deepEqual(await names({ filter: [...long, 'xy'].join(' ') }), ['anna'])
  assert.deepEqual(await names({ filter: [...long, 'xyxyxy'].join(' ') }), [])
})

test('percent, underscore and backslash are plain characters', async () => {
  for (const filter of ['%', '_', '\\', '%%%', 'a%a']) assert.deepEqual(await names({ filter }), [])
})

test('names are ordered as in a German dictionary, upwards and downwards, with nothing last', async () => {
  const upwards = await list({ order_by: '+persplan_nachname', filter_status: 'Planer' })
  const found = upwards.items.map(({ persplan_nachname }) => persplan_nachname ?? '')
  assert.deepEqual(found, found.toSorted(new Intl.Collator('de').compare))
  assert.deepEqual(await names({ order_by: ' username' }), await names({ order_by: 'username' }))
  const downwards = await names({ order_by: '-username' })
  assert.deepEqual(downwards, (await names({ order_by: '+username' })).toReversed())
  assert.equal((await names({ order_by: '-persplan_telefon' })).length, 12)
})

test('addresses are ordered as they are shown: somebody’s own one before the planner’s', async () => {
  const own = (email: string | null) =>
    kontor.kontor.db.updateTable('users').set({ email }).where('username', '=', cast.anna.username).execute()
  await own('zz@example.org')
  const { items } = await list({ order_by: '+persplan_email', filter_status: 'Planer' })
  await own(null)
  const shown = items.map(({ email, persplan_email }) => email ?? persplan_email ?? '')
  assert.equal(shown.at(-1), 'zz@example.org')
  assert.deepEqual(shown, shown.toSorted(new Intl.Collator('de').compare))
})

test('everybody comes with the groups they are in, and not with one that was taken away', async () => {
  const groupsOf = async () => {
    const { items } = (await clara.get('/users/', { query: { filter: 'berger anna' } })).body
    return (items as { id: number; groups: string[] }[])[0]
  }
  const anna = await groupsOf()
  const [first, ...others] = anna?.groups ?? []
  assert.ok(first)
  await clara.send('DELETE', `/users/${anna?.id}/groups/${encodeURIComponent(first)}/`)
  assert.deepEqual((await groupsOf())?.groups, others)
})

test('an order by an unknown field is refused', async () => {
  for (const order_by of [
    'password_hash',
    '+search',
    '--username',
    'username;',
    'constructor',
    '__proto__',
  ]) {
    const { status, body } = await clara.get('/users/', { query: { order_by } })
    assert.equal(status, 422)
    assert.deepEqual((body.detail as { loc: string[] }[])[0]?.loc, ['query', 'order_by'])
  }
})

test('the role filter knows Admin, Benutzer, Lokal, Planer, Deaktiviert, and Alle means none', async () => {
  assert.deepEqual(await names({ filter_status: 'Admin' }), ['clara'])
  assert.equal((await names({ filter_status: 'Benutzer' })).length, 11)
  assert.deepEqual(await names({ filter_status: 'Lokal' }), [])
  for (const all of ['', 'Alle', 'null', 'Planer'])
    assert.equal((await names({ filter_status: all })).length, 12)
  assert.equal((await clara.get('/users/', { query: { filter_status: 'Chef' } })).status, 422)
})

test('whoever is active and has no password is found by the filter „Ohne Passwort“', async () => {
  assert.deepEqual(await names({ filter_status: 'Ohne Passwort' }), [])
  await kontor.kontor.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('username', '=', 'kai')
    .execute()
  assert.deepEqual(await names({ filter_status: 'Ohne Passwort' }), ['kai'])
})

test('of whoever is found only the active ones can be asked for, or the others', async () => {
  const setActive = (is_active: boolean) =>
    kontor.kontor.db.updateTable('users').set({ is_active }).where('username', '=', 'anna').execute()
  await setActive(false)
  assert.deepEqual(await names({ filter: 'berger', is_active: 'false' }), ['anna'])
  assert.deepEqual(await names({ filter: 'berger anna', is_active: 'true' }), [])
  assert.deepEqual(await names({ filter_status: 'Admin', is_active: 'false' }), [])
  await setActive(true)
  assert.deepEqual(await names({ filter: 'berger anna', is_active: 'true' }), ['anna'])
})

test('Alle and null mean nothing in every part of a query, and are words among others', async () => {
  for (const word of ['Alle', 'null', '']) {
    const query = { filter: word, filter_status: word, order_by: word, page: word, per_page: word }
    assert.deepEqual((await clara.get('/users/', { query })).body, (await clara.get('/users/')).body, word)
    const days = { date_start: word, date_end: word, status: word, type: word, filter: word, page: word }
    assert.equal((await clara.get('/happenings/', { query: days })).status, 200, word)
  }
  assert.deepEqual(await names({ filter: 'Alle Anna' }), [])
})

test('every list can be ordered by the number of its rows', async () => {
  for (const path of ['/users/', '/docs/', '/happenings/'])
    assert.equal((await clara.get(path, { query: { order_by: '-id' } })).status, 200, path)
})

test('pages start at 0, hold ten unless asked otherwise, and beyond the end there is nothing', async () => {
  const first = (await clara.get('/users/')).body as { items: unknown[]; pages: number }
  assert.deepEqual([first.items.length, first.pages], [10, 2])
  assert.equal(((await clara.get('/users/', { query: { page: '1' } })).body.items as unknown[]).length, 2)
  const beyond = (await clara.get('/users/', { query: { page: '7' } })).body
  assert.deepEqual(beyond, { items: [], pages: 2 })
  for (const page of ['-1', '1.5', 'eins', '1e3', '99999999999999999999']) {
    assert.equal((await clara.get('/users/', { query: { page } })).status, 422, page)
  }
  for (const per_page of ['0', '201'])
    assert.equal((await clara.get('/users/', { query: { per_page } })).status, 422)
})

test('who signs in for the first time is no longer counted among those who never did', async () => {
  const never = async (page: number) =>
    (await list({ filter_status: 'Nie angemeldet', per_page: '1', page: String(page) })).pages
  const before = await never(0)
  const login = { username: cast.georg.username, password: demoPassword }
  assert.equal((await kontor.client().send('POST', '/auth/login/', login)).status, 200)
  assert.equal(await never(1), before - 1)
})
