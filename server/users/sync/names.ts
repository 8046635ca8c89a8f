// Finds free names for new users and groups of the planner.
import type { Tx } from '#server/db/connect.ts'
import { foldCase } from '#server/db/fold-case.ts'
import type { PlannedUser } from '#server/planner/port.ts'
import { listTakenGroupNames, listTakenUsernames, nameKeys } from './store.ts'

const LONGEST_USERNAME = 100
const LONGEST_GROUP = 80

export async function namesForUsers(tx: Tx, users: PlannedUser[]) {
  if (users.length === 0) return []
  const wanted = users.map(wantedUsername)
  const names = freeNames(
    wanted,
    await listTakenUsernames(tx),
    await keys(tx, wanted),
    (name, number) => `${name}-${number}`,
  )
  return users.map((planned, at) => ({ planned, username: names[at] as string }))
}

const wantedUsername = ({ username, vorname, nachname, id }: PlannedUser) =>
  cut(username ?? ([vorname, nachname].filter(Boolean).join(' ') || id), LONGEST_USERNAME)

/** A planner's group is never merged with a local one of the same name. */
export async function namesForGroups(tx: Tx, groups: string[]) {
  const names = await freeGroupNames(tx, groups, 'Planung')
  return groups.map((planner_name, at) => ({ planner_name, name: names[at] as string }))
}

/** For a taken or reserved name the origin is appended: „Technik (Planung)“. */
export async function freeGroupNames(
  tx: Tx,
  groups: string[],
  origin: string,
  reserved: readonly string[] = [],
): Promise<string[]> {
  if (groups.length === 0) return []
  const wanted = groups.map((name) =>
    /^\.{1,2}$/.test(name) ? `${name} (${origin})` : cut(name, LONGEST_GROUP),
  )
  const variant = (name: string, number: number) =>
    `${cut(name, LONGEST_GROUP - origin.length - 7)} (${origin}${number === 2 ? '' : ` ${number - 1}`})`
  const keyOf = await keys(tx, [...wanted, ...reserved])
  const taken = new Set([...(await listTakenGroupNames(tx)), ...reserved.map(keyOf)])
  return freeNames(wanted, taken, keyOf, variant)
}

/** Keeps surrogate pairs whole and trims the end. */
const cut = (name: string, longest: number) => Array.from(name).slice(0, longest).join('').trimEnd()

/**
 * Keys by which names are compared. The database computes those of `names`; variants, which are not among
 * these, are folded here.
 */
async function keys(tx: Tx, names: string[]): Promise<(name: string) => string> {
  const keyed = await nameKeys(tx, [...new Set(names)])
  return (name) => keyed.get(name) ?? foldCase(name)
}

/** Assigns each wanted name, or its first free variant. */
function freeNames(
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
