// The names of groups, the same for all administrators: read once, and kept until a group comes, goes or is renamed.
import type { Kontor } from '#server/kontor.ts'
import { aboutAssignments } from '#server/live/facts.ts'
import { listGroupNames } from './store.ts'

type Which = { customOnly: boolean }
const keyOf = ({ customOnly }: Which) => (customOnly ? 'custom groups' : 'groups')

export const readNames = ({ lists }: Kontor, which: Which): Promise<string[]> =>
  lists.read({
    key: keyOf(which),
    facts: [aboutAssignments],
    read: (db) => listGroupNames(db, which),
  })
