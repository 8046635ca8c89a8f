import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseCsvRecords } from './csv.ts'
import { folderPlanner } from './folder.ts'
import { PlannerFailed } from './port.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-planner-'))
after(() => rm(folder, { recursive: true }))
const bytes = (text: string) => new TextEncoder().encode(text)

test('quotes hold semicolons, line ends and quotes of their own', () => {
  const text = 'id;name\r\n1;"a;b"\r\n2;"say ""so"""\r\n3;"two\nlines"\r\n\r\n4;\r\n'
  assert.deepEqual(parseCsvRecords(bytes(text), 10), [
    { id: '1', name: 'a;b' },
    { id: '2', name: 'say "so"' },
    { id: '3', name: 'two\nlines' },
    { id: '4', name: '' },
  ])
})

test('both ways of writing umlauts are read', () => {
  assert.deepEqual(parseCsvRecords(bytes('\ufeffid;name\n1;Müller'), 10), [{ id: '1', name: 'Müller' }])
  assert.deepEqual(parseCsvRecords(Buffer.from('id;name\n1;M\xfcller \x80', 'latin1'), 10), [
    { id: '1', name: 'Müller €' },
  ])
})

test('a file that is broken or too long is refused with a sentence', () => {
  assert.throws(() => parseCsvRecords(bytes('id;name\n1;"open'), 10), PlannerFailed)
  assert.throws(() => parseCsvRecords(bytes('id\n1;2'), 10), PlannerFailed)
  assert.throws(() => parseCsvRecords(bytes(`id\n${'1\n'.repeat(20)}`), 10), PlannerFailed)
})

test('what stands behind a closing quote makes no row of its own: the file is refused', () => {
  for (const row of ['P1;"Anna" Maria;Berg', 'P1;"Anna"Maria', 'P1;"Anna" '])
    assert.throws(
      () => parseCsvRecords(bytes(`id;vorname;nachname\n${row}\n`), 10),
      /^PlannerFailed: In Zeile 2 steht hinter dem schließenden Anführungszeichen noch etwas\.$/,
    )
})

test('the line that a sentence names is the one that an editor shows', () => {
  for (const [before, line] of [
    ['id;name\n', 2],
    ['id;name\n\n\n1;a\n', 5],
    ['id;name\r\n1;"two\r\nlines"\r\n', 4],
    ['id;name\r1;a\r\r', 4],
  ] as const)
    for (const wrong of ['2;b;c', '2;"b"c'])
      assert.throws(() => parseCsvRecords(bytes(before + wrong), 10), new RegExp(`Zeile ${line} `))
})

test('users come from users.csv, their groups separated by commas', async () => {
  await assert.rejects(folderPlanner(folder).listUsers(), /users\.csv/)
  await writeFile(
    join(folder, 'users.csv'),
    'id;barcode;username;nachname;vorname;email;telefon;groups\nP1;4711;anna;Berger;Anna;;;"Bühne, Technik"\n',
  )
  assert.deepEqual(await folderPlanner(folder).listUsers(), [
    {
      id: 'P1',
      barcode: '4711',
      username: 'anna',
      nachname: 'Berger',
      vorname: 'Anna',
      email: null,
      telefon: null,
      groups: ['Bühne', 'Technik'],
    },
  ])
})
