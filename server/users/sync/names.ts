// Finds free names for new users and groups of the planner.
import type { Tx } from '#server/db/connect.ts'
import { foldCase } from '#server/db/fold-case.ts'
import type { PlannedUser } from '#server/planner/port.ts'
import { computeNameKeys, listTakenGroupNames, listTakenUsernames } from './store.ts'

const MAX_USERNAME_LENGTH = 100
const MAX_GROUP_NAME_LENGTH = 80

export async function namesForUsers(tx: Tx, users: PlannedUser[]) {
  if (users.length === 0) return []
  const wanted = users.map(wantedUsername)
  const names = findFreeNames(
    wanted,
    await listTakenUsernames(tx),
    await loadKeyLookup(tx, wanted),
    (name, number) => `${name}-${number}`,
  )
  return users.map((planned, at) => ({ planned, username: names[at] as string }))
}

const wantedUsername = ({ username, vorname, nachname, id }: PlannedUser) =>
  cut(username ?? ([vorname, nachname].filter(Boolean).join(' ') || id), MAX_USERNAME_LENGTH)

/** A planner's group is never merged with a local one of the same name. */
export async function namesForGroups(tx: Tx, groups: string[]) {
  const names = await findFreeGroupNames(tx, groups, 'Planung')
  return groups.map((planner_name, at) => ({ planner_name, name: names[at] as string }))
}

/** For a taken or reserved name the origin is appended: „Technik (Planung)“. */
export async function findFreeGroupNames(
  tx: Tx,
  groups: string[],
  origin: string,
  reserved: readonly string[] = [],
): Promise<string[]> {
  if (groups.length === 0) return []
  const wanted = groups.map((name) =>
    /^\.{1,2}$/.test(name) ? `${name} (${origin})` : cut(name, MAX_GROUP_NAME_LENGTH),
  )
  const variant = (name: string, number: number) =>
    `${cut(name, MAX_GROUP_NAME_LENGTH - origin.length - 7)} (${origin}${number === 2 ? '' : ` ${number - 1}`})`
  const keyOf = await loadKeyLookup(tx, [...wanted, ...reserved])
  const taken = new Set([...(await listTakenGroupNames(tx)), ...reserved.map(keyOf)])
  return findFreeNames(wanted, taken, keyOf, variant)
}

/** Keeps surrogate pairs whole and trims the end. */
const cut = (name: string, longest: number) => Array.from(name).slice(0, longest).join('').trimEnd()

/**
 * Keys by which names are compared. The database computes those of `names`; variants, which are not among
 * these, are folded here.
 */
async function loadKeyLookup(tx: Tx, names: string[]): Promise<(name: string) => string> {
  const keyed = await computeNameKeys(tx, [...new Set(names)])
  return (name) => keyed.get(name) ?? foldCase(name)
}

/** Assigns each wanted name, or its first free variant. */
function findFreeNames(
  wanted: readonly string[],
  taken: Set<string>,
  keyOf: (name: string) => string,
  variant: (name: string, number: number) => string,
): string[] {
  return wanted.map((name) => {
    let free = name
    for (let number = 2; taken.has(keyOf(free)); number++) free = variant(name, number)
    taken.add(keyOf(free))
    return free
  })
}
