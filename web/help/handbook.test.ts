import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chapterKeys, readChapter, readHandbook } from '../../vite.handbook.ts'
import { allHelpPlaces, findHelpPlace } from './help-places.ts'
import { searchHelp } from './search-help.ts'
import { synonyms } from './synonyms.ts'

const handbook = await readHandbook()

test('the whole handbook can be read, and each of its links leads somewhere', () => {
  assert.deepEqual(
    handbook.map(({ key }) => key),
    [...chapterKeys],
  )
  for (const { key, sections } of handbook) assert.ok(sections.length > 5, key)
})

test('no table explains the same word twice', () => {
  const twice = handbook.flatMap(({ key, sections }) =>
    sections.flatMap(({ title, blocks }) =>
      blocks.flatMap((block) => {
        const first = block.kind === 'table' ? block.rows.map(([cell]) => JSON.stringify(cell)) : []
        return first.filter((word, at) => first.indexOf(word) < at).map((word) => `${key}, ${title}: ${word}`)
      }),
    ),
  )
  assert.deepEqual(twice, [])
})

test('every screen leads to a heading that there is', () => {
  const missing = allHelpPlaces.filter(
    ({ chapter, heading }) =>
      !handbook.find(({ key }) => key === chapter)?.sections.some(({ id }) => id === heading),
  )
  assert.deepEqual(missing, [])
})

test('a screen with two readers leads each to their own chapter, and an unknown one to none', () => {
  assert.equal(findHelpPlace('/happenings/7', { isAdmin: true })?.chapter, 'verwaltung')
  assert.equal(findHelpPlace('/happenings/7', { isAdmin: false })?.chapter, 'leitung')
  assert.equal(findHelpPlace('/docs/7/edit', { isAdmin: true })?.heading, 'prozesse-schreiben')
  assert.equal(findHelpPlace('/gibt-es-nicht', { isAdmin: false }), undefined)
})

test('a section is found by the beginnings of its words, however an umlaut is written', () => {
  const first = (filter: string) => searchHelp(handbook, filter)[0]?.section.title
  assert.equal(first('veroeffentlichen'), 'Veröffentlichen')
  assert.equal(first('Passwort vergess'), 'Anmelden')
  assert.equal(first('ruhe benachricht'), 'Benachrichtigungen einschalten')
  assert.deepEqual(searchHelp(handbook, 'Xylophon'), [])
  assert.deepEqual(searchHelp(handbook, '  '), [])
})

test('what people call by another name is found under the handbook’s own', () => {
  const titles = (filter: string) => searchHelp(handbook, filter).map(({ section }) => section.title)
  for (const word of [
    'TOTP',
    '2FA',
    'Zwei-Faktor',
    'zwei faktor',
    'Passkey',
    'SSO',
    'oidc',
    'OpenID Connect',
  ])
    assert.ok(titles(word).includes('Anmelden'), word)
  for (const word of ['SSO', 'Zwei-Faktor', 'Administrator'])
    assert.ok(titles(word).includes('Benutzer'), word)
  assert.equal(titles('Passwort zurücksetzen')[0], 'Anmelden')
  assert.equal(titles('API-Key')[0], 'Schnittstellen')
  assert.equal(titles('Dienstplan')[0], 'Meine Einsätze')
  assert.equal(titles('Deadline')[0], 'Veröffentlichen')
  assert.ok(titles('wlan').includes('Ohne Netz weiterarbeiten'))
  // A synonym combined with a word of the handbook.
  assert.equal(titles('Kennwort ändern')[0], 'Anmelden')
})

test('every row of other names leads somewhere, and no name stands in two rows', () => {
  for (const name of synonyms.flatMap(([, means]) => means))
    assert.ok(searchHelp(handbook, name).length > 0, name)
  const names = synonyms.flatMap(([typed]) => typed.map((name) => name.toLowerCase()))
  assert.deepEqual(names, [...new Set(names)])
})

const read = (text: string) => readChapter('probe', `# Probe\n\n## Eins\n\n${text}`).sections[0]?.blocks

test('text, lists, tables and pictures are what they are in the handbook', () => {
  assert.deepEqual(read('Ein **fettes** Wort,\nein `Code` und [ein Link](leitung.md#wenn-es-hakt).'), [
    {
      kind: 'text',
      words: [
        'Ein ',
        { bold: ['fettes'] },
        ' Wort, ein ',
        { code: 'Code' },
        ' und ',
        { words: ['ein Link'], chapter: 'leitung', heading: 'wenn-es-hakt' },
        '.',
      ],
    },
  ])
  assert.deepEqual(read('1. Eins\n   und weiter\n2. Zwei\n\n- Drei'), [
    { kind: 'list', isOrdered: true, items: [['Eins und weiter'], ['Zwei']] },
    { kind: 'list', isOrdered: false, items: [['Drei']] },
  ])
  assert.deepEqual(read('| a | b |\n|---|---:|\n| c | d |'), [
    { kind: 'table', head: [['a'], ['b']], rows: [[['c'], ['d']]] },
  ])
  assert.deepEqual(read('<img src="bilder/a.webp" width="320" alt="Ein Bild">'), [
    { kind: 'picture', src: 'bilder/a.webp', width: 320, height: 0, alt: 'Ein Bild' },
  ])
})

test('a link to the guide for operators leaves its words', () => {
  assert.deepEqual(read('Siehe [E-Mail](../betrieb/email.md).'), [
    { kind: 'text', words: ['Siehe ', 'E-Mail', '.'] },
  ])
})

test('what is not known ends the build', () => {
  for (const text of [
    '> Zitat',
    '![Bild](a.png)',
    '<b>fett</b>',
    '~~~',
    '[Link](https://example.org)',
    '| a |\n| b |',
  ])
    assert.throws(() => read(text), /^Error: probe\.md: /, text)
})
