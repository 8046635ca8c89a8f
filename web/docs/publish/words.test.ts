import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audienceOf, openPlacesInWords } from './words.ts'

test('whom publishing reaches is said with one and with many, and with who has no access yet', () => {
  const said = (people: number, without_access = 0, fields = 3) =>
    audienceOf({ people, without_access, fields })
  assert.equal(said(0), 'Niemand sieht den Prozess so.')
  assert.equal(said(0, 3), 'Noch sieht niemand den Prozess so. 3 Personen haben noch keinen Zugang.')
  assert.equal(said(1, 1), 'Eine Person sieht den Prozess so. Eine weitere hat noch keinen Zugang.')
  assert.equal(said(1_057, 12), '1.057 Personen sehen den Prozess so. 12 weitere haben noch keinen Zugang.')
  assert.match(said(5, 0, 0), /Es gibt nichts auszufüllen\.$/)
})

test('what is still open in the text is counted, and named with its section', () => {
  const places = ['[Räume]', '[Räume]', '[Wer]', '[Name, Telefonnummer]', '[Ort]'].map((text) => ({
    text,
    section: 'Schlüssel',
  }))
  assert.equal(
    openPlacesInWords(places),
    'An 5 Stellen ist der Text noch offen: „[Räume]“, „[Wer]“, „[Name, Telefonnummer]“ in „Schlüssel“ und 1 weitere. So lesen es dann alle.',
  )
  assert.equal(
    openPlacesInWords([{ text: 'New Section', section: 'New Section' }]),
    'An einer Stelle ist der Text noch offen: „New Section“. So lesen es dann alle.',
  )
})
