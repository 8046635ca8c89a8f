// The table of results as a workbook; answers to former fields get a sheet of their own.

import {
  type AnswerValue,
  type Field,
  type FieldType,
  isFieldType,
  leftoverValue,
} from '#contract/document/fields.ts'
import { formatAnswer, isPicture } from '#contract/document/in-words.ts'
import { parsePhotoId } from '#contract/document/photos.ts'
import type { RoundTable } from '#contract/document/round-table.ts'
import { fillStateLabels } from '#contract/words/fill-states.ts'
import type { ColumnType, Sheet } from '#server/exports/excel/input.ts'
import { formerFieldNames, isFilled, valuesOf } from './round-table.ts'

const columnTypes: Record<FieldType, ColumnType> = {
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
/** A field type that only a newer release knows gets a column of the general format. */
const toColumnType = (type: FieldType) => (isFieldType(type) ? columnTypes[type] : 'general')
const personColumns = [
  { name: 'Name', type: 'text', width: 28 },
  { name: 'Benutzername', type: 'text', width: 20 },
] as const
const progressColumns = [
  { name: 'Stand', type: 'text', width: 12 },
  { name: 'Zuletzt am', type: 'datetime', width: 18 },
] as const
const handedInAtColumn = { name: 'Abgegeben am', type: 'datetime', width: 18 } as const

/**
 * `nobody`: text of the only row of an empty table. `found`: everybody who matches the search, for the sheet of
 * former fields; `table` leaves some of them out if the screen shows „Nur Ausgefüllte“. `origin`: base of links
 * to photos.
 */
export function toResultSheets(
  table: RoundTable,
  { nobody, found = table, origin = '' }: { nobody?: string; found?: RoundTable; origin?: string } = {},
): Sheet[] {
  const { fields, people } = table
  const isTold = people.some(({ state }) => state !== undefined)
  const dates = table.hand_in ? [handedInAtColumn] : []
  const former = formerFieldNames(found)
  const rows = (people: RoundTable['people'], values: (data: Record<string, AnswerValue>) => AnswerValue[]) =>
    people.map(({ display_name, username, data }) => [display_name, username, ...values(data)])
  const present: Sheet = {
    name: 'Ergebnisse',
    columns: [
      ...personColumns,
      ...(isTold ? progressColumns : []),
      ...dates,
      ...fields.map(({ name, type }) => ({
        name,
        type: toColumnType(type),
        width: type === 'checkbox' ? 12 : 24,
        ...(type === 'photo' && { words: formatAnswer(type, '') }),
      })),
    ],
    rows:
      people.length === 0 && nobody
        ? [[nobody]]
        : people.map(({ display_name, username, state, changed_at, data, handed_in_at }) => [
            display_name,
            username,
            ...(isTold ? [state && fillStateLabels[state], changed_at && new Date(changed_at)] : []),
            ...dates.map(() => handed_in_at && new Date(handed_in_at)),
            ...toCells(fields, data, origin),
          ]),
  }
  if (former.length === 0) return [present]
  const values = (data: Record<string, AnswerValue>) =>
    former.map((name) => formatFormerValue(formerValueIn(table, name, data), origin))
  const inTable = new Set(people)
  const answered = found.people.filter((one) => inTable.has(one) || isFilled(values(one.data)))
  return [
    present,
    {
      name: 'Frühere Felder',
      columns: [...personColumns, ...former.map((name) => ({ name, type: 'general' as const, width: 24 }))],
      rows: rows(answered, values),
    },
  ]
}

/** Days and times are typed cells, several options share one line, and a photo is a link. */
const toCells = (fields: Field[], data: Record<string, AnswerValue>, origin: string): AnswerValue[] =>
  valuesOf(fields, data).map((value, at) => {
    const type = fields[at]?.type
    if (typeof value !== 'string') return value
    if (type === 'photo') return `${origin}${value}`
    if (parsePhotoId(value) !== undefined) return `${formatAnswer('textarea', value)}: ${origin}${value}`
    return type === 'choices' || isPicture(value) ? formatAnswer(type ?? 'textarea', value) : value
  })

/** The type of a deleted field is unknown; photos and drawings are recognised by their form. */
function formatFormerValue(value: AnswerValue, origin: string): AnswerValue {
  if (typeof value !== 'string') return value
  return parsePhotoId(value) === undefined ? formatAnswer('signature', value) : `${origin}${value}`
}

/** If a field of that name still exists, only values it cannot hold count as former. */
function formerValueIn({ fields }: RoundTable, name: string, data: Record<string, AnswerValue>): AnswerValue {
  const value = Object.hasOwn(data, name) ? (data[name] ?? null) : null
  return leftoverValue(
    fields.find((present) => present.name === name),
    value,
  )
}
