import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joined } from './taken-in.ts'

test('answers of a page’s last moment join those that are kept, and count where both have one', () => {
  const stored = new Map([
    ['Stühle', { value: 4 }],
    ['Tische', { value: 2 }],
  ])
  assert.deepEqual(
    joined(stored, new Map([['Stühle', { value: 5 }]])),
    new Map([
      ['Stühle', { value: 5 }],
      ['Tische', { value: 2 }],
    ]),
  )
  assert.deepEqual(joined(undefined, new Map([['Stühle', 5]])), new Map([['Stühle', 5]]))
})

test('a message or a person is there once, as it is kept, however often it was noted', () => {
  const refused = { client_key: 'a', content: 'Guten Morgen', why: 'Zu lang.' }
  const noted = [
    { client_key: 'a', content: 'Guten Morgen' },
    { client_key: 'b', content: 'Bis gleich' },
  ]
  assert.deepEqual(joined([refused], noted), [refused, noted[1]])
  assert.deepEqual(joined([{ key: 'x' }], [{ key: 'x' }, { key: 'y' }]), [{ key: 'x' }, { key: 'y' }])
  assert.deepEqual(joined(undefined, noted), noted)
})
