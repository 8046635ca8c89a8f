// The table of results as a workbook; what fields held that are gone stands on a sheet of its own.

import { type Field, type FieldType, formerOf, isFieldType, type Value } from '#contract/document/fields.ts'
import { inWords, isToBeSeen } from '#contract/document/in-words.ts'
import { photoIn } from '#contract/document/photos.ts'
import type { RoundTable } from '#contract/document/round-table.ts'
import type { ColumnType, Sheet } from '#server/exports/excel/input.ts'
import { formerFields, isFilled, valuesOf } from './round-table.ts'

const types: Record<FieldType, ColumnType> = {
  text: 'general',
  textarea: 'text',
  checkbox: 'text',
  choice: 'text',
  choices: 'text',
  date: 'date',
  time: 'time',
  photo: 'link',
  signature: 'text',
}
/** One that only another release knows is written as it comes. */
const columnOf = (type: FieldType) => (isFieldType(type) ? types[type] : 'general')
const who = [
  { name: 'Name', type: 'text', width: 28 },
  { name: 'Benutzername', type: 'text', width: 20 },
] as const
const handedInAt = { name: 'Abgegeben am', type: 'datetime', width: 18 } as const

/**
 * `nobody` is the one line of a table without people. What was asked formerly is told of everybody who was found:
 * whoever has answered nothing else is not shown among those who have filled in something. `origin`: where photos are
 * to be seen.
 */
export function sheetsOf(
  table: RoundTable,
  { nobody, found = table, origin = '' }: { nobody?: string; found?: RoundTable; origin?: string } = {},
): Sheet[] {
  const { fields, people } = table
  const dates = table.hand_in ? [handedInAt] : []
  const former = formerFields(found)
  const rows = (people: RoundTable['people'], values: (data: Record<string, Value>) => Value[]) =>
    people.map(({ display_name, username, data }) => [display_name, username, ...values(data)])
  const present: Sheet = {
    name: 'Ergebnisse',
    columns: [
      ...who,
      ...dates,
      ...fields.map(({ name, type }) => ({
        name,
        type: columnOf(type),
        width: 24,
        ...(type === 'photo' && { words: inWords(type, '') }),
      })),
    ],
    rows:
      people.length === 0 && nobody
        ? [[nobody]]
        : people.map(({ display_name, username, data, handed_in_at }) => [
            display_name,
            username,
            ...dates.map(() => handed_in_at && new Date(handed_in_at)),
            ...cellsOf(fields, data, origin),
          ]),
  }
  if (former.length === 0) return [present]
  const values = (data: Record<string, Value>) =>
    former.map((name) => formerWords(formerValue(table, name, data), origin))
  const known = new Set(people)
  const answered = found.people.filter((one) => known.has(one) || isFilled(values(one.data)))
  return [
    present,
    {
      name: 'Frühere Felder',
      columns: [...who, ...former.map((name) => ({ name, type: 'general' as const, width: 24 }))],
      rows: rows(answered, values),
    },
  ]
}

/**
 * A day and a time are cells of their own kind, what was chosen stands on one line, and a photo is where it is to be
 * seen.
 */
const cellsOf = (fields: Field[], data: Record<string, Value>, origin: string): Value[] =>
  valuesOf(fields, data).map((value, at) => {
    const type = fields[at]?.type
    if (typeof value !== 'string') return value
    if (type === 'photo') return `${origin}${value}`
    if (photoIn(value) !== undefined) return `${inWords('textarea', value)}: ${origin}${value}`
    return type === 'choices' || isToBeSeen(value) ? inWords(type ?? 'textarea', value) : value
  })

/** Of a field that is gone nobody knows what it was: a photo and a drawing are known by their form. */
function formerWords(value: Value, origin: string): Value {
  if (typeof value !== 'string') return value
  return photoIn(value) === undefined ? inWords('signature', value) : `${origin}${value}`
}

/** If a field of that name still exists, only values that it cannot hold any more count as former. */
function formerValue({ fields }: RoundTable, name: string, data: Record<string, Value>): Value {
  const value = Object.hasOwn(data, name) ? (data[name] ?? null) : null
  return formerOf(
    fields.find((present) => present.name === name),
    value,
  )
}
