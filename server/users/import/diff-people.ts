// Compares an imported table with the existing people; the result is what the import will change. Pure, so that
// preview and import cannot differ. Absent values stay unchanged.
import { foldCase } from '#server/db/fold-case.ts'
import type { ImportedPerson } from './read-people.ts'

export type ExistingPerson = {
  id: number
  username: string
  display_name: string
  is_active: boolean
  is_admin: boolean
  is_planned: boolean
  is_anonymised: boolean
  persplan_vorname: string | null
  persplan_nachname: string | null
  persplan_telefon: string | null
  email: string | null
  /** Names of their groups, folded. */
  groups: string[]
}
export type PersonUpdate = { existing: ExistingPerson; person: ImportedPerson }
export type ImportDiff = {
  added: ImportedPerson[]
  changed: PersonUpdate[]
  returning: PersonUpdate[]
  /** Managed by the planner, so left alone. */
  planned: ExistingPerson[]
  /** Active local users missing in the table, without administrators. */
  missing: ExistingPerson[]
  newGroups: string[]
  /** New people have no id yet. */
  joins: { id: number | undefined; username: string; group: string }[]
  unchanged: number
  /** Number of active local users, the base for the share of missing ones. */
  activeBefore: number
}

export function diffPeople(
  existing: readonly ExistingPerson[],
  people: readonly ImportedPerson[],
  groups: readonly string[],
): ImportDiff {
  const find = createUsernameFinder(existing)
  const named = new Set(people.map(({ username }) => foldCase(username)))
  const present = new Set(groups.map(foldCase))
  const own = existing.filter((one) => !one.is_planned && one.is_active)
  const diff: ImportDiff = {
    added: [],
    changed: [],
    returning: [],
    planned: [],
    missing: own.filter((one) => !one.is_admin && !named.has(foldCase(one.username))),
    newGroups: [],
    joins: [],
    unchanged: 0,
    activeBefore: own.length,
  }
  const newGroups = new Map<string, string>()
  for (const person of people) {
    const before = find(person.username)
    if (before?.is_planned || before?.is_anonymised) {
      diff.planned.push(before)
      continue
    }
    const joins = person.groups.filter((group) => !before?.groups.includes(foldCase(group)))
    for (const group of joins) {
      diff.joins.push({ id: before?.id, username: person.username, group })
      if (!present.has(foldCase(group)))
        newGroups.set(foldCase(group), newGroups.get(foldCase(group)) ?? group)
    }
    if (!before) diff.added.push(person)
    else if (!before.is_active) diff.returning.push({ existing: before, person })
    else if (hasChangedFields(before, person)) diff.changed.push({ existing: before, person })
    else if (joins.length === 0) diff.unchanged++
  }
  diff.newGroups = [...newGroups.values()]
  return diff
}

/** On a tie by case the exact spelling wins, then the older account. */
function createUsernameFinder(existing: readonly ExistingPerson[]) {
  const exact = new Map(existing.map((one) => [one.username, one]))
  const folded = Map.groupBy(existing, ({ username }) => foldCase(username))
  return (username: string): ExistingPerson | undefined =>
    exact.get(username) ?? folded.get(foldCase(username))?.[0]
}

const comparedFields = [
  ['vorname', 'persplan_vorname'],
  ['nachname', 'persplan_nachname'],
  ['telefon', 'persplan_telefon'],
  ['email', 'email'],
] as const

const hasChangedFields = (existing: ExistingPerson, person: ImportedPerson) =>
  comparedFields.some(([name, column]) => person[name] !== null && person[name] !== existing[column])

/** Reason against deactivating the missing ones, as a sentence; `share` in percent. Same guard as in a sync. */
export function refusalOf({ missing, activeBefore }: ImportDiff, share: number): string | undefined {
  if (missing.length * 100 <= activeBefore * share) return undefined
  return `Es würden ${missing.length} von ${activeBefore} Personen deaktiviert, mehr als ${share} %. Es wurde nichts geändert.`
}
