import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_EDITS } from '../edits/edits.ts'
import { anEntry } from '../edits/entry.test-data.ts'
import { cutNotesSentence, leftOverSentence, parseTable, pasteTable } from './paste.ts'

const plan = {
  soll_von_date: '2026-11-21',
  soll_von_time: '18:00:00',
  soll_bis_date: '2026-11-22',
  soll_bis_time: '02:00:00',
}
const [first, second, third] = [1, 2, 3].map((id) => anEntry({ id, ...plan })) as [
  ReturnType<typeof anEntry>,
  ReturnType<typeof anEntry>,
  ReturnType<typeof anEntry>,
]
const paste = (
  text: string,
  {
    rows = [first, second, third],
    from = 'von_time',
  }: { rows?: (typeof first)[]; from?: 'von_time' | 'von_date' | 'note' } = {},
) => pasteTable(NO_EDITS, { rows, first: from, cells: parseTable(text) ?? [], day: '2026-11-21' })

test('one value alone is no table: it goes into its field like anything that is typed', () => {
  assert.equal(parseTable('18:15'), undefined)
  assert.equal(parseTable('18:15\r\n'), undefined)
  assert.deepEqual(parseTable('8\r\n9\r\n'), [['8'], ['9']])
  assert.deepEqual(parseTable('8\t9'), [['8', '9']])
})

test('a column goes down the rows, two columns are begin and end, and the days follow the plan', () => {
  const { edits, step } = paste('1815\t2:30\n18.30\t\n\n')
  assert.deepEqual(edits.get(1)?.local, {
    von_date: '2026-11-21',
    von_time: '18:15:00',
    bis_date: '2026-11-22',
    bis_time: '02:30:00',
  })
  assert.deepEqual(edits.get(2)?.local, { von_date: '2026-11-21', von_time: '18:30:00' })
  assert.deepEqual([...step.after.keys()], [1, 2])
})

test('whoever cannot be changed keeps their line, so that nobody gets the times of another', () => {
  const { edits } = paste('18:00\n19:00\n20:00', {
    rows: [first, { ...second, is_editable: false }, third],
  })
  assert.deepEqual([...edits.keys()], [1, 3])
  assert.equal(edits.get(3)?.local.von_time, '20:00:00')
})

test('what is no time stays as it was, to be mended, and a moment brings its day', () => {
  const { edits } = paste('frei\n22.11.2026 01:00')
  assert.deepEqual(edits.get(1)?.unread, { von_time: 'frei' })
  assert.deepEqual(edits.get(2)?.local, { von_date: '2026-11-22', von_time: '01:00:00' })
})

test('from a field of a day the columns are day, time, day, time', () => {
  const { edits } = paste('22.11.2026\t1:00\t22.11.2026\t3:00\n', { from: 'von_date' })
  assert.deepEqual(edits.get(1)?.local, {
    von_date: '2026-11-22',
    von_time: '01:00:00',
    bis_date: '2026-11-22',
    bis_time: '03:00:00',
  })
})

test('a column of notes goes down the rows, a note of several lines in one, and an empty cell leaves what is there', () => {
  const { edits } = paste('Fuhr den Stapler\n\n"Kam später:\n""Zug fiel aus"""\tund mehr\n', {
    rows: [first, { ...second, note: 'bleibt' }, third],
    from: 'note',
  })
  assert.deepEqual(
    [1, 2, 3].map((id) => edits.get(id)?.local),
    [{ note: 'Fuhr den Stapler' }, undefined, { note: 'Kam später: "Zug fiel aus"' }],
  )
})

test('a note that is too long is cut, and that is told', () => {
  const long = 'x'.repeat(201)
  const { edits } = paste(`${long}\nkurz`, { from: 'note' })
  assert.equal(edits.get(1)?.local.note, 'x'.repeat(200))
  assert.equal(cutNotesSentence([[long], ['kurz']], 'note'), 'Eine Notiz ist auf 200 Zeichen gekürzt.')
  assert.equal(cutNotesSentence([['kurz'], ['kurz']], 'note'), undefined)
})

test('lines for which there is no row are told', () => {
  assert.equal(
    leftOverSentence([['8'], ['9']], [first], 'von_time'),
    'Eine Zeile hat hier keinen Platz und wurde nicht eingefügt.',
  )
  assert.equal(leftOverSentence([['8']], [first], 'von_time'), undefined)
})

test('a third column is breaks, where the planner has some; what has no place is told', () => {
  const withBreak = { ...first, soll_pause: 30 }
  const { edits } = paste('18:00\t2:00\t0:45\n18:00\t2:00\t45\n18:00\t2:00\tviel', {
    rows: [withBreak, second, { ...third, soll_pause: 30 }],
  })
  assert.deepEqual(
    [1, 2, 3].map((id) => edits.get(id)?.local.pause),
    [45, undefined, undefined],
  )
  const left = (text: string, entry: typeof first) =>
    leftOverSentence(parseTable(text) ?? [], [entry], 'von_time')
  assert.equal(left('18:00\t2:00\t0:45', withBreak), undefined)
  assert.equal(left('18:00\t2:00\t ', second), undefined)
  for (const [text, entry] of [
    ['18:00\t2:00\t45', second],
    ['18:00\t2:00\tviel', withBreak],
    ['18:00\t2:00\t45\tund mehr', withBreak],
  ] as const)
    assert.equal(left(text, entry), 'Eine Zelle hat hier keinen Platz und wurde nicht eingefügt.', text)
})
