// The checks that every record of the planner must pass, whatever it describes.
import { stripInvisible } from '#server/http/input/typed-name.ts'
import { PlannerFailed } from './port.ts'

export type RawRecord = Record<string, unknown>
/** German names of a kind of record: as the subject of a sentence (`one`), and in the genitive (`of`). */
export type RecordKind = { one: string; of: string }

export const recordKind = (one: string, of: string): RecordKind => ({ one, of })

const LONGEST_TEXT = 300

export function asRecord(record: unknown, { one }: RecordKind): RawRecord {
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    throw malformedError(`${one} hat keine lesbaren Angaben.`)
  return record as RawRecord
}

/** An id may be a whole number; it is returned as text. */
export function readId(record: RawRecord, kind: RecordKind): string | null {
  const { id } = record
  return typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : readText(record, 'id', kind)
}

/** Refuses a missing id, and an id that has occurred before (`seen`). */
export function readUniqueId(record: RawRecord, kind: RecordKind, seen: Set<string>): string {
  const id = readId(record, kind)
  if (id === null) throw malformedError(`${kind.one} hat keine Kennung.`)
  if (seen.has(id)) throw malformedError(`Die Kennung „${id.slice(0, 40)}“ kommt zweimal vor.`)
  seen.add(id)
  return id
}

/** Drops invisible characters and surrounding white space; an empty text is null. */
export function readText(
  record: RawRecord,
  name: string,
  { of }: RecordKind,
  longest = LONGEST_TEXT,
): string | null {
  const value = record[name] ?? null
  if (value === null) return null
  if (typeof value !== 'string') throw malformedError(`Die Angabe „${name}“ ${of} ist kein Text.`)
  if (value.length > longest) throw malformedError(`Die Angabe „${name}“ ${of} ist zu lang.`)
  return clean(value) || null
}

export function requireText(record: RawRecord, name: string, kind: RecordKind): string {
  const text = readText(record, name, kind)
  if (text === null) throw malformedError(`Die Angabe „${name}“ ${kind.of} fehlt.`)
  return text
}

export function readList(record: RawRecord, name: string, { of }: RecordKind): unknown[] {
  const value = record[name] ?? []
  if (!Array.isArray(value)) throw malformedError(`Die Angabe „${name}“ ${of} ist keine Liste.`)
  return value
}

/** Most texts match and need no cleaning. */
const cleanTextPattern = /^[!-~äöüÄÖÜß](?:[ -~äöüÄÖÜß]*[!-~äöüÄÖÜß])?$/

const clean = (value: string) => (cleanTextPattern.test(value) ? value : stripInvisible(value))

export const malformedError = (what: string) =>
  new PlannerFailed(`Die Antwort der Personalplanung ist fehlerhaft: ${what}`)
