import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { happenings } from '#contract/happenings.ts'
import { users } from '#contract/users.ts'
import { fieldLabels } from './field-labels.ts'
import { bodyCheck } from './input.ts'
import { sentenceFor } from './input-sentences.ts'

test('every field of every call has a name for people', () => {
  const unnamed = new Set<string>()
  const walk = ({ properties = {}, items, anyOf = [] }: Shape) => {
    for (const [name, inner] of Object.entries(properties)) {
      if (!Object.hasOwn(fieldLabels, name)) unnamed.add(name)
      walk(inner)
    }
    for (const inner of [...(items ? [items] : []), ...anyOf]) walk(inner)
  }
  for (const domain of Object.values(api)) {
    for (const { params, query, body } of Object.values(domain) as Endpoint[])
      for (const shape of [params, query, body]) walk(shape ?? {})
  }
  assert.deepEqual([...unnamed], [])
})
type Shape = { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] }

test('a field that no call has is named as it was sent, also where every object answers to its name', () => {
  const check = bodyCheck(users.create.body)
  for (const name of ['constructor', 'toString', 'valueOf', 'hasOwnProperty'])
    assert.equal(
      check({ username: 'px', [name]: 1 }).error?.problems?.[0]?.msg,
      `„${name}“ ist hier nicht vorgesehen.`,
    )
})

test('an image that is too large is said to be so, not how many characters it has', () => {
  const loc = ['body', 'image']
  const sentence = sentenceFor({ keyword: 'maxLength', instancePath: '', params: { limit: 11_184_911 } }, loc)
  assert.equal(sentence, 'Das Bild ist größer als 8 MB.')
})

const check = bodyCheck(happenings.record.body)
function problemsOf(item: object) {
  const { error } = check({ items: [{ timeentry_id: 1 }, item] })
  return error?.problems?.map(({ loc, msg }) => [loc.slice(1).join('.'), msg]) ?? []
}

const cases: [says: string, item: object, place: string, sentence: string][] = [
  [
    'a time that is none',
    { timeentry_id: 2, ist_von_time: '25:00' },
    'items.1.ist_von_time',
    '„Beginn, Uhrzeit“ im 2. Eintrag muss eine Uhrzeit sein, zum Beispiel 18:30.',
  ],
  [
    'a date in another form',
    { timeentry_id: 2, ist_bis_date: '21.11.2026' },
    'items.1.ist_bis_date',
    '„Ende, Datum“ im 2. Eintrag muss ein Datum sein, zum Beispiel 2026-11-21.',
  ],
  [
    'a number of an entry that is none',
    { timeentry_id: 'x' },
    'items.1.timeentry_id',
    '„Nummer des Zeiteintrags“ im 2. Eintrag muss eine ganze Zahl sein.',
  ],
]
for (const [says, item, place, sentence] of cases) {
  test(`${says} is told once, in a sentence without a path`, () => {
    assert.deepEqual(problemsOf(item), [[place, sentence]])
  })
}
