import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import readSheets from 'read-excel-file/node'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor

test('the workbook of times has a row for each entry: planned, changed, absent, cancelled, or added by a recorder', async () => {
  const soll: [string, string] = ['2026-11-21T18:00', '2026-11-21T22:00']
  const { id, sub, entries } = await insertHappening(db, {
    ort: 'Messehalle 1, Hamburg',
    entries: [
      { name: 'Aplan', soll, personalnummer: '4711', funktion: 'Kasse', status: 'zugesagt' },
      { name: 'Bgeändert', soll },
      { name: 'Cfehlt', soll },
      { name: 'Dabgesagt', soll, status: 'abgesagt' },
      { name: 'Edazu' },
    ],
  })
  const set = (at: number, values: object) =>
    db
      .updateTable('time_entries')
      .set(values)
      .where('id', '=', entries[at] as number)
      .execute()
  const later = { ist_von: '2026-11-21T18:30', ist_bis: '2026-11-21T23:00', ist_minutes: 270, ist_pause: 30 }
  await set(1, { ...later, note: 'Abbau dauerte länger', submitted: true })
  await set(2, { absent: true })
  // A sync stores no planned duration for a cancelled entry.
  await set(3, { soll_minutes: null })
  await set(4, { ...later, unplanned: true, first_name: 'Eva', subcontractor: 'Fremdfirma', aufgabe: 'Bar' })

  const { cookie = '' } = await kontor.as(cast.clara)
  const answer = await kontor.app.inject({ url: `/happenings/${id}.xlsx`, headers: { cookie } })
  const [times] = await readSheets(answer.rawPayload)
  const [head = [], ...rows] = times?.data ?? []
  assert.deepEqual(head, [
    'Teilveranstaltung',
    'Ort',
    'Personalnummer',
    'Nachname',
    'Vorname',
    'Firma',
    'Status',
    'Aufgabe',
    'Funktion',
    'Soll von',
    'Soll bis',
    'Soll',
    'Soll Pause',
    'Ist von',
    'Ist bis',
    'Ist',
    'Ist Pause',
    'Differenz (Stunden)',
    'Nicht geplant',
    'Nicht gekommen',
    'Notiz',
    'Übermittelt',
  ])
  const shown = rows.map((row) =>
    Object.fromEntries(row.flatMap((value, at) => (value === null ? [] : [[head[at], read(value)]]))),
  )
  const part = { Teilveranstaltung: 'Bühne', Ort: 'Messehalle 1, Hamburg', Übermittelt: 'Nein' }
  const planned = { 'Soll von': '21.11. 18:00', 'Soll bis': '21.11. 22:00', Soll: '4:00' }
  const actual = { 'Ist von': '21.11. 18:30', 'Ist bis': '21.11. 23:00', Ist: '4:30', 'Ist Pause': '0:30' }
  assert.deepEqual(shown, [
    { ...part, ...planned, Nachname: 'Aplan', Personalnummer: '4711', Funktion: 'Kasse', Status: 'zugesagt' },
    {
      ...part,
      ...planned,
      ...actual,
      Nachname: 'Bgeändert',
      'Differenz (Stunden)': 0.5,
      Notiz: 'Abbau dauerte länger',
      Übermittelt: 'Ja',
    },
    { ...part, ...planned, Nachname: 'Cfehlt', 'Nicht gekommen': 'Ja' },
    {
      ...part,
      'Soll von': '21.11. 18:00',
      'Soll bis': '21.11. 22:00',
      Nachname: 'Dabgesagt',
      Status: 'abgesagt',
    },
    {
      ...part,
      ...actual,
      Nachname: 'Edazu',
      Vorname: 'Eva',
      Firma: 'Fremdfirma',
      Aufgabe: 'Bar',
      'Nicht geplant': 'Ja',
    },
  ])
  const rowsOf = async (query: Record<string, string>) => {
    const { rawPayload } = await kontor.app.inject({
      url: `/happenings/${id}.xlsx`,
      query,
      headers: { cookie },
    })
    return (await readSheets(rawPayload))[0]?.data.slice(1).map((row) => row[3])
  }
  const other = await db
    .insertInto('subhappenings')
    .values({ happening_id: id, planner_id: `${id}-ton`, name: 'Ton' })
    .returning('id')
    .executeTakeFirstOrThrow()
  assert.equal((await rowsOf({ subhappening_id: String(sub) }))?.length, 5)
  assert.deepEqual(await rowsOf({ subhappening_id: String(other.id) }), [])
  assert.deepEqual(await rowsOf({ subhappening_id: String(sub), subhappening_filter: 'Aplan' }), ['Aplan'])
  assert.deepEqual(await rowsOf({ happening_filter: 'Garderobe' }), [])
})

/** The value of a cell as Excel displays it. Excel stores a duration as a time since its day zero. */
function read(value: unknown) {
  if (!(value instanceof Date)) return value
  const [, month, day, hour = '', minute] =
    /-(\d+)-(\d+)T(\d+):(\d+)/.exec(new Date(Math.round(value.getTime() / 60_000) * 60_000).toISOString()) ??
    []
  return value.getFullYear() < 1900 ? `${Number(hour)}:${minute}` : `${day}.${month}. ${hour}:${minute}`
}
