import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const clara = await kontor.as(cast.clara)
const path = (name: string) => `/groups/custom/${encodeURIComponent(name)}/`
const create = (name: string) => clara.send('PUT', path(name))
const rename = (from: string, to: string) =>
  clara.send('PATCH', `${path(from)}rename/${encodeURIComponent(to)}/`)
const names = async () => (await clara.get('/groups/custom/')).body as unknown as string[]

test('custom groups are created, renamed and deleted; the list of all has the planner’s too', async () => {
  assert.equal((await create('Sommerfest')).status, 200)
  assert.deepEqual(await names(), ['Sommerfest'])
  assert.deepEqual((await clara.get('/groups/')).body, [
    'Bühne',
    'Empfang',
    'Leitung',
    'Sommerfest',
    'Technik',
    'Verwaltung',
  ])
  assert.equal((await rename('Sommerfest', 'Winterfest')).status, 200)
  assert.equal((await clara.send('DELETE', path('Winterfest'))).status, 200)
  assert.deepEqual(await names(), [])
})

test('a renamed group keeps its members, and they see the new name at once', async () => {
  await create('Nachtschicht')
  const elif = await kontor.userId(cast.elif)
  await clara.send('PUT', `/users/${elif}/groups/Nachtschicht/`)
  const hers = await kontor.as(cast.elif)
  await hers.get('/users/current/')
  await rename('Nachtschicht', 'Spätschicht')
  const { groups } = (await hers.get('/users/current/')).body as { groups: { name: string }[] }
  assert.deepEqual(
    groups.map(({ name }) => name),
    ['Empfang', 'Spätschicht'],
  )
  assert.deepEqual((await clara.get(`${path('Spätschicht')}effects/`)).body, { members: 1, docs: [] })
  await clara.send('DELETE', path('Spätschicht'))
})

test('the planner’s groups can neither be renamed nor deleted, nor can their names be taken', async () => {
  for (const refused of [await rename('Technik', 'Andere'), await clara.send('DELETE', path('Technik'))]) {
    assert.equal(refused.status, 409)
    assert.match(String(refused.body['details']), /kommt aus der Personalplanung/)
  }
  for (const name of ['Technik', 'TECHNIK', ' technik ', 'Technik'.normalize('NFD')]) {
    assert.equal((await create(name)).status, 409, name)
  }
  const { body } = await create('TECHNIK')
  assert.equal(
    body['details'],
    'Die Gruppe „TECHNIK“ gibt es schon, geschrieben „Technik“: Sie kommt aus der Personalplanung.',
  )
})

test('a name has 1 to 80 characters and is more than dots', async () => {
  for (const name of [' ', 'x'.repeat(81), '...']) assert.equal((await create(name)).status, 422, name)
  assert.equal((await create('x'.repeat(80))).status, 200)
  await clara.send('DELETE', path('x'.repeat(80)))
})

test('a thousand confusable names: none becomes another, each is reached by its own address', async () => {
  const bases = [
    'Lager',
    'Bühne',
    'a/b',
    '100 %',
    '..a',
    'a..',
    '#1',
    'was?',
    'a&b',
    "o'neil",
    '"q"',
    'a\\b',
    'a+b',
    'a;b',
    'Ünal',
    'straße',
    'эхо',
    '東京',
    '🎪',
    'é',
  ]
  const variants = (base: string) => [
    base,
    base.toUpperCase(),
    base.toLowerCase(),
    base.normalize('NFD'),
    base.normalize('NFC'),
    ` ${base} `,
    `${base}/`,
    `/${base}`,
    `${base}%`,
    `${base}%2F`,
    `%${base}`,
    `${base}..`,
    `../${base}`,
    `./${base}`,
    `${base}#`,
    `#${base}`,
    `${base}?`,
    `?${base}=1`,
    base.replaceAll('a', 'а'),
    base.replaceAll('e', 'е'),
    base.replaceAll('o', 'ο'),
    `${base}\u200b`,
    `${base}\u00a0x`,
    `${base} 2`,
    `${base}.`,
    `${base},`,
    `${base}&`,
    `${base}=`,
    `${base}+`,
    `${base}%20`,
    `${base}\t!`,
    `${base}:`,
    `${base}@`,
    `${base}*`,
    `${base}|`,
    `${base}~`,
    `${base}\u0301`,
    `${base}\u202e`,
    `${base}ß`,
    `${base}ss`,
    `${base}İ`,
    `${base}i`,
    `${base}ﬁ`,
    `${base}fi`,
    `${base}-`,
    `${base}–`,
    `${base}_`,
    `${base}(1)`,
    `${base}[]`,
    `${base}{}`,
    `${base}<b>`,
  ]
  const all = bases.flatMap(variants).slice(0, 1_020)
  const created: string[] = []
  for (const name of all) {
    const answer = await create(name)
    if (answer.status === 200) created.push(name.normalize('NFC').trim())
    // Refused: equal to another name, or with invisible characters.
    else assert.equal(answer.status, /[\u200b\t\u202e]/.test(name) ? 422 : 409, `${name}: ${answer.text}`)
  }
  assert.ok(created.length > 600, String(created.length))
  assert.deepEqual((await names()).toSorted(), created.toSorted())
  for (let from = 0; from < created.length; from += 20)
    await Promise.all(
      created
        .slice(from, from + 20)
        .map(async (name) => assert.equal((await clara.send('DELETE', path(name))).status, 200, name)),
    )
  assert.deepEqual(await names(), [])
})

test('a name that nobody can see, or tell from another one, is none; joiners that scripts need stay', async () => {
  const hidden = [
    '\u200b',
    'Nacht\u200bschicht',
    'Nacht\nschicht',
    'Nacht\u202eschicht',
    '\u2060\ufeff',
    '\u200d',
  ]
  for (const name of hidden) {
    const refused = await create(name)
    assert.equal(refused.status, 422, JSON.stringify(name))
  }
  assert.equal((await create('می\u200cخواهم')).status, 200)
  await clara.send('DELETE', path('می\u200cخواهم'))
})
