// Validates the planner's users and its answers to sent times. A refusal says in a sentence what is wrong.
import { asRecord, malformed, readId, readText, readUniqueId, recordKind } from './check-record.ts'
import { plannerLimits } from './limits.ts'
import { type OptionalField, type Outcome, optionalFields, type PlannedUser, type SentEntry } from './port.ts'

const user = recordKind('Ein Benutzer', 'eines Benutzers')

export function checkUsers(): (record: unknown) => PlannedUser {
  const seen = new Set<string>()
  return (record) => {
    const given = asRecord(record, user)
    return {
      id: readUniqueId(given, user, seen),
      barcode: readText(given, 'barcode', user),
      username: readText(given, 'username', user),
      nachname: readText(given, 'nachname', user),
      vorname: readText(given, 'vorname', user),
      email: readText(given, 'email', user),
      telefon: readText(given, 'telefon', user),
      groups: groupsOf(given['groups']),
    }
  }
}

function groupsOf(value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > plannerLimits.groupsOfUser)
    throw malformed('Die Gruppen eines Benutzers sind nicht lesbar.')
  const names = value.map((name: unknown) => readText({ name }, 'name', user))
  return [...new Set(names.filter((name) => name !== null))]
}

const field = recordKind('Ein Feld', 'eines Feldes')

export const checkField = (record: unknown) => readText(asRecord(record, field), 'name', field)

/** Unknown names are ignored. */
export const fieldsOf = (names: readonly (string | null)[]): ReadonlySet<OptionalField> =>
  new Set(optionalFields.filter((name) => names.includes(name)))

const outcome = recordKind('Die Rückmeldung zu einem Zeiteintrag', 'einer Rückmeldung')

export function checkOutcome(record: unknown): Outcome {
  const given = asRecord(record, outcome)
  const { accepted } = given
  if (typeof accepted !== 'boolean')
    throw malformed('Eine Rückmeldung sagt nicht, ob die Zeit angenommen ist.')
  const id = readId(given, outcome)
  if (id === null) throw malformed('Eine Rückmeldung nennt keinen Zeiteintrag.')
  return { id, accepted, message: readText(given, 'message', outcome) }
}

/**
 * Returns one outcome per entry. If two contradict each other, the refusal counts, since the entry can be sent
 * again.
 */
export function outcomesOf(entries: readonly SentEntry[], answered: readonly Outcome[]): Outcome[] {
  const byId = new Map<string, Outcome>()
  for (const one of answered) if (byId.get(one.id)?.accepted !== false) byId.set(one.id, one)
  return entries.map(
    ({ id }) => byId.get(id) ?? { id, accepted: false, message: 'Keine Antwort der Personalplanung' },
  )
}
