import { idOf, kindOf, recordOf, textOf, wrong } from './check-record.ts'
import { limits } from './limits.ts'
import type { PlannedUser } from './port.ts'

/** Takes a record of the planner for a user, or says in a sentence what is wrong with it. */
const user = kindOf('Ein Benutzer', 'eines Benutzers')

export function checkUsers(): (record: unknown) => PlannedUser {
  const seen = new Set<string>()
  return (record) => {
    const given = recordOf(record, user)
    return {
      id: idOf(given, user, seen),
      barcode: textOf(given, 'barcode', user),
      username: textOf(given, 'username', user),
      nachname: textOf(given, 'nachname', user),
      vorname: textOf(given, 'vorname', user),
      email: textOf(given, 'email', user),
      telefon: textOf(given, 'telefon', user),
      groups: groupsOf(given['groups']),
    }
  }
}

function groupsOf(value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > limits.groupsOfUser)
    throw wrong('Die Gruppen eines Benutzers sind nicht lesbar.')
  const names = value.map((name: unknown) => textOf({ name }, 'name', user))
  return [...new Set(names.filter((name) => name !== null))]
}
