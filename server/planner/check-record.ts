// The checks that every record of the planner must pass, whatever it describes.
import { withoutUnseen } from '#server/http/input/typed-name.ts'
import { PlannerFailed } from './port.ts'

export type Given = Record<string, unknown>
/** German names of a kind of record: as the subject of a sentence (`one`), and in the genitive (`of`). */
export type Kind = { one: string; of: string }

export const kindOf = (one: string, of: string): Kind => ({ one, of })

const LONGEST = 300

export function recordOf(record: unknown, { one }: Kind): Given {
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    throw wrong(`${one} hat keine lesbaren Angaben.`)
  return record as Given
}

/** Text, or a whole number taken for one. */
export function givenId(record: Given, kind: Kind): string | null {
  const { id } = record
  return typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : textOf(record, 'id', kind)
}

/** Nobody else's. */
export function idOf(record: Given, kind: Kind, seen: Set<string>): string {
  const id = givenId(record, kind)
  if (id === null) throw wrong(`${kind.one} hat keine Kennung.`)
  if (seen.has(id)) throw wrong(`Die Kennung „${id.slice(0, 40)}“ kommt zweimal vor.`)
  seen.add(id)
  return id
}

/** Unseen characters and white space at the ends are dropped; nothing left is null. */
export function textOf(record: Given, name: string, { of }: Kind, longest = LONGEST): string | null {
  const value = record[name] ?? null
  if (value === null) return null
  if (typeof value !== 'string') throw wrong(`Die Angabe „${name}“ ${of} ist kein Text.`)
  if (value.length > longest) throw wrong(`Die Angabe „${name}“ ${of} ist zu lang.`)
  return clean(value) || null
}

export function needed(record: Given, name: string, kind: Kind): string {
  const text = textOf(record, name, kind)
  if (text === null) throw wrong(`Die Angabe „${name}“ ${kind.of} fehlt.`)
  return text
}

export function listOf(record: Given, name: string, { of }: Kind): unknown[] {
  const value = record[name] ?? []
  if (!Array.isArray(value)) throw wrong(`Die Angabe „${name}“ ${of} ist keine Liste.`)
  return value
}

/** Most texts are plain and need no cleaning. */
const plain = /^[!-~äöüÄÖÜß](?:[ -~äöüÄÖÜß]*[!-~äöüÄÖÜß])?$/

const clean = (value: string) => (plain.test(value) ? value : withoutUnseen(value))

export const wrong = (what: string) =>
  new PlannerFailed(`Die Antwort der Personalplanung ist fehlerhaft: ${what}`)
