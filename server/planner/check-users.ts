import { limits } from './limits.ts'
import { type PlannedUser, PlannerFailed } from './port.ts'

/** Takes a record of the planner for a user, or says in a sentence what is wrong with it. */
const LONGEST = 300

export function checkUsers(): (record: unknown) => PlannedUser {
  const seen = new Set<string>()
  return (record) => {
    if (typeof record !== 'object' || record === null || Array.isArray(record))
      throw wrong('Ein Benutzer hat keine lesbaren Angaben.')
    const given = record as Record<string, unknown>
    const id =
      typeof given['id'] === 'number' && Number.isSafeInteger(given['id'])
        ? String(given['id'])
        : text(given, 'id')
    if (id === null) throw wrong('Ein Benutzer hat keine Kennung.')
    if (seen.has(id)) throw wrong(`Die Kennung „${id.slice(0, 40)}“ kommt zweimal vor.`)
    seen.add(id)
    return {
      id,
      barcode: text(given, 'barcode'),
      username: text(given, 'username'),
      nachname: text(given, 'nachname'),
      vorname: text(given, 'vorname'),
      email: text(given, 'email'),
      telefon: text(given, 'telefon'),
      groups: groupsOf(given['groups']),
    }
  }
}

/** Unseen characters and white space at the ends are dropped; nothing left is null. */
function text(record: Record<string, unknown>, name: string): string | null {
  const value = record[name] ?? null
  if (value === null) return null
  if (typeof value !== 'string') throw wrong(`Die Angabe „${name}“ eines Benutzers ist kein Text.`)
  if (value.length > LONGEST) throw wrong(`Die Angabe „${name}“ eines Benutzers ist zu lang.`)
  return clean(value) || null
}

function groupsOf(value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > limits.groupsOfUser)
    throw wrong('Die Gruppen eines Benutzers sind nicht lesbar.')
  const names = value.map((name: unknown) => text({ name }, 'name'))
  return [...new Set(names.filter((name) => name !== null))]
}

/** Control characters, and those that turn the direction of what follows. */
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

const clean = (value: string) => value.toWellFormed().replaceAll(unseen, '').normalize('NFC').trim()

const wrong = (what: string) => new PlannerFailed(`Die Antwort der Personalplanung ist fehlerhaft: ${what}`)
