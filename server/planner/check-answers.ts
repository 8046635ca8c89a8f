// Validates the planner's users and its answers to sent times. A refusal says in a sentence what is wrong.
import { givenId, idOf, kindOf, recordOf, textOf, wrong } from './check-record.ts'
import { limits } from './limits.ts'
import { type OptionalField, type Outcome, optionalFields, type PlannedUser, type SentEntry } from './port.ts'

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

const field = kindOf('Ein Feld', 'eines Feldes')

export const checkField = (record: unknown) => textOf(recordOf(record, field), 'name', field)

/** Others than those that there are count nothing. */
export const fieldsOf = (names: readonly (string | null)[]): ReadonlySet<OptionalField> =>
  new Set(optionalFields.filter((name) => names.includes(name)))

const outcome = kindOf('Die Rückmeldung zu einem Zeiteintrag', 'einer Rückmeldung')

export function checkOutcome(record: unknown): Outcome {
  const given = recordOf(record, outcome)
  const { accepted } = given
  if (typeof accepted !== 'boolean') throw wrong('Eine Rückmeldung sagt nicht, ob die Zeit angenommen ist.')
  const id = givenId(given, outcome)
  if (id === null) throw wrong('Eine Rückmeldung nennt keinen Zeiteintrag.')
  return { id, accepted, message: textOf(given, 'message', outcome) }
}

/** One for each entry. Where two contradict each other, the refusal counts: it can be sent again. */
export function outcomesOf(entries: readonly SentEntry[], answered: readonly Outcome[]): Outcome[] {
  const byId = new Map<string, Outcome>()
  for (const one of answered) if (byId.get(one.id)?.accepted !== false) byId.set(one.id, one)
  return entries.map(
    ({ id }) => byId.get(id) ?? { id, accepted: false, message: 'Keine Antwort der Personalplanung' },
  )
}
