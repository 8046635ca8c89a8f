import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audienceInWords, openPlacesInWords, publishedInWords } from './words.ts'

test('whom publishing reaches is said with one and with many, and who of them has no access yet', () => {
  const said = (people: number, without_access = 0, invited = 0, fields = 3) =>
    audienceInWords({ people, without_access, invited, fields })
  assert.match(said(0), /^Für niemanden bestimmt: Es ist keine Gruppe gewählt, oder/)
  assert.equal(said(20, 20, 20), 'Für 20 Personen bestimmt. 20 sind eingeladen und noch nicht angemeldet.')
  assert.equal(said(1, 1), 'Für eine Person bestimmt. Eine Person ist noch ohne Zugang.')
  assert.equal(
    said(1_057, 12, 1),
    'Für 1.057 Personen bestimmt. Eine Person ist eingeladen und noch nicht angemeldet. 11 sind noch ohne Zugang.',
  )
  assert.match(said(5, 0, 0, 0), /Es gibt nichts auszufüllen\.$/)
})

test('nobody is said to be reached only where there is nobody', () => {
  const invited = { people: 20, without_access: 20, invited: 20 }
  assert.equal(
    publishedInWords(invited, false),
    'Veröffentlicht für 20 Personen. 20 sind eingeladen und noch nicht angemeldet.',
  )
  assert.equal(
    publishedInWords({ people: 1, without_access: 0, invited: 0 }, true),
    'Gespeichert. Für eine Person bestimmt.',
  )
  assert.match(
    publishedInWords({ people: 0, without_access: 0, invited: 0 }, false),
    /Für niemanden bestimmt/,
  )
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
