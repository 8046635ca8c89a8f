import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast, demoPassword } from '#demo/cast.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)

const list = async (query: Record<string, string>) => {
  const { status, body } = await clara.get('/users/', { query: { per_page: '200', ...query } })
  assert.equal(status, 200, JSON.stringify(body))
  return body as { items: Listed[]; pages: number }
}
type Listed = Record<'username', string> &
  Record<
    'persplan_nachname' | 'persplan_vorname' | 'persplan_email' | 'persplan_telefon' | 'email',
    string | null
  >
const names = async (query: Record<string, string>) =>
  (await list(query)).items.map(({ username }) => username)

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
  assert.equal((await names({ order_by: '-is_admin' }))[0], 'clara')
  const byVorname = await list({ order_by: '+persplan_vorname', filter_status: 'Planer' })
  const given = byVorname.items.map(({ persplan_vorname }) => persplan_vorname ?? '')
  assert.deepEqual(given, given.toSorted(new Intl.Collator('de').compare))
  assert.ok(byVorname.items.every(({ persplan_telefon }) => persplan_telefon?.startsWith('+49')))
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

test('the current user tells who is signed in, in which groups and what they see', async () => {
  // Without recorders only the other reasons for seeing happenings are tested.
  await db.deleteFrom('subhappening_users').execute()
  const { body } = await (await kontor.as(cast.bruno)).get('/users/current/')
  const { webpush_application_server_key: key, ...others } = body
  assert.match(String(key), /^[\w-]{87}$/)
  assert.ok((body.groups as { id: unknown }[]).every(({ id }) => Number.isInteger(id)))
  assert.deepEqual(
    { ...others, groups: (body.groups as { name: string }[]).map(({ name }) => name) },
    {
      id: await kontor.userId(cast.bruno),
      username: 'bruno',
      display_name: 'Bruno Castell',
      is_admin: false,
      may_see_happenings: true,
      has_shifts: true,
      must_change_password: false,
      must_add_factor: false,
      is_held: false,
      unread_chats: false,
      unread_rooms: 0,
      groups: ['Bühne', 'Leitung'],
    },
  )
})

test('happenings are for administrators, the group of the setting', async () => {
  const sees = async (person: (typeof cast)['anna']) =>
    (await (await kontor.as(person)).get('/users/current/')).body.may_see_happenings
  assert.equal(await sees(cast.anna), false)
  assert.equal(await sees(cast.clara), true)
  assert.equal(await sees(cast.hannah), true)
})

test('a revoked membership counts for nothing, a granted one does', async () => {
  const bruno = await kontor.userId(cast.bruno)
  await inTransaction(kontor.kontor, async (tx) => {
    await tx.updateTable('memberships').set({ override: 'revoke' }).where('user_id', '=', bruno).execute()
    changed(tx, aboutUser(bruno))
  })
  const { body } = await (await kontor.as(cast.bruno)).get('/users/current/')
  assert.deepEqual([body.groups, body.may_see_happenings], [[], false])
})

test('without a session the answer is Unauthorized, in a form that old clients understand', async () => {
  const { status, body } = await kontor.client().get('/users/current/')
  assert.equal(status, 401)
  assert.deepEqual(body, { success: false, details: 'Bitte melden Sie sich an.', detail: 'Unauthorized' })
})

const keep = (list: string, view: object, who = clara) =>
  who.send('PUT', `/users/current/lists/${list}/`, view)
const listsOf = async (who = clara) => (await who.get('/users/current/')).body['lists']

test('how somebody leaves a list comes with who is signed in, in every browser of theirs and in nobody else’s', async () => {
  const view = { hidden: ['persplan_telefon'], search: { filter_status: 'Lokal', order_by: '-username' } }
  assert.equal(await listsOf(), undefined)
  assert.equal((await keep('users', view)).status, 200)
  assert.deepEqual(await listsOf(), [{ list: 'users', ...view }])
  assert.deepEqual(await listsOf(await kontor.as(cast.clara)), [{ list: 'users', ...view }])
  assert.equal(await listsOf(await kontor.as(cast.anna)), undefined)
})

test('the list as everybody finds it leaves nothing behind', async () => {
  await keep('groups', { hidden: [], search: { order_by: '-name' } })
  await keep('groups', { hidden: [], search: {} })
  const rows = await db.selectFrom('list_views').where('list', '=', 'groups').select('list').execute()
  assert.deepEqual(rows, [])
})

test('only lists that there are are kept, with the choices that they have', async () => {
  for (const list of ['chat', 'results-', 'results-0', 'results-1x'])
    assert.equal((await keep(list, { hidden: [], search: {} })).status, 404, list)
  assert.equal((await keep('results-7', { hidden: ['Wechselgeld'], search: {} })).status, 200)
  assert.equal((await keep('users', { hidden: [], search: { page: '3' } })).status, 422)
  assert.equal((await keep('users', { hidden: ['x'.repeat(201)], search: {} })).status, 422)
})

test('a choice that an earlier release has kept and that there is no more is not given back', async () => {
  const bruno = await kontor.as(cast.bruno)
  const row = { user_id: await kontor.userId(cast.bruno), list: 'results-7', hidden: ['Feld'] }
  await db
    .insertInto('list_views')
    .values({ ...row, search: JSON.stringify({ fill_status: 'all' }) })
    .execute()
  assert.deepEqual(await listsOf(bruno), [{ list: 'results-7', hidden: ['Feld'], search: {} }])
})

test('of one person so many are kept, the oldest goes', async () => {
  const anna = await kontor.as(cast.anna)
  for (let doc = 1; doc <= 62; doc++) await keep(`results-${doc}`, { hidden: ['Feld'], search: {} }, anna)
  const kept = (await listsOf(anna)) as { list: string }[]
  assert.equal(kept.length, 60)
  assert.ok(!kept.some(({ list }) => list === 'results-1' || list === 'results-2'))
})
