// Validates the planner's users and its answers to sent times. A refusal says in a sentence what is wrong.
import { asRecord, malformedError, readId, readText, readUniqueId, recordKind } from './check-record.ts'
import { plannerLimits } from './limits.ts'
import { type OptionalField, type Outcome, optionalFields, type PlannedUser, type SentEntry } from './port.ts'

const userKind = recordKind('Ein Benutzer', 'eines Benutzers')

export function createUserCheck(): (record: unknown) => PlannedUser {
  const seen = new Set<string>()
  return (record) => {
    const given = asRecord(record, userKind)
    return {
      id: readUniqueId(given, userKind, seen),
      barcode: readText(given, 'barcode', userKind),
      username: readText(given, 'username', userKind),
      nachname: readText(given, 'nachname', userKind),
      vorname: readText(given, 'vorname', userKind),
      email: readText(given, 'email', userKind),
      telefon: readText(given, 'telefon', userKind),
      groups: groupsOf(given['groups']),
    }
  }
}

function groupsOf(value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.length > plannerLimits.groupsOfUser)
    throw malformedError('Die Gruppen eines Benutzers sind nicht lesbar.')
  const names = value.map((name: unknown) => readText({ name }, 'name', userKind))
  return [...new Set(names.filter((name) => name !== null))]
}

const fieldKind = recordKind('Ein Feld', 'eines Feldes')

export const checkField = (record: unknown) => readText(asRecord(record, fieldKind), 'name', fieldKind)

/** Unknown names are ignored. */
export const fieldsOf = (names: readonly (string | null)[]): ReadonlySet<OptionalField> =>
  new Set(optionalFields.filter((name) => names.includes(name)))

const outcomeKind = recordKind('Die Rückmeldung zu einem Zeiteintrag', 'einer Rückmeldung')

export function checkOutcome(record: unknown): Outcome {
  const given = asRecord(record, outcomeKind)
  const { accepted } = given
  if (typeof accepted !== 'boolean')
    throw malformedError('Eine Rückmeldung sagt nicht, ob die Zeit angenommen ist.')
  const id = readId(given, outcomeKind)
  if (id === null) throw malformedError('Eine Rückmeldung nennt keinen Zeiteintrag.')
  return { id, accepted, message: readText(given, 'message', outcomeKind) }
}

/**
 * Returns one outcome per entry. If two contradict each other, the refusal counts, since the entry can be sent
 * again.
 */
export function mergeOutcomes(entries: readonly SentEntry[], answered: readonly Outcome[]): Outcome[] {
  const byId = new Map<string, Outcome>()
  for (const one of answered) if (byId.get(one.id)?.accepted !== false) byId.set(one.id, one)
  return entries.map(
    ({ id }) => byId.get(id) ?? { id, accepted: false, message: 'Keine Antwort der Personalplanung' },
  )
}
