import type { Value } from '#contract/document/fields.ts'
import type { Tx } from '#server/db/connect.ts'
import { lockAllAnswersForUpdate, setAnswers } from './store.ts'

/** Old names of fields and their new ones, all at once: two may change places. */
export type Renames = Record<string, string>

export async function renameAnswers(tx: Tx, docId: number, renames: Renames) {
  if (Object.keys(renames).length === 0) return
  for (const { id, data } of await lockAllAnswersForUpdate(tx, docId)) {
    const moved = moveAnswers(data, renames)
    if (moved) await setAnswers(tx, id, moved)
  }
}

/** If the new name holds an answer already, that one stays, and the other keeps its old name: none is lost. */
export function moveAnswers(
  data: Record<string, Value>,
  renames: Renames,
): Record<string, Value> | undefined {
  const targets = movable(Object.keys(data), renames)
  if (targets.size === 0) return undefined
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [targets.get(name) ?? name, value]))
}

/** The new name of each that can move. One that has to stay may keep another from moving, and that one the next. */
function movable(names: string[], renames: Renames): Map<string, string> {
  const targets = new Map(
    names.flatMap((name) =>
      Object.hasOwn(renames, name) && renames[name] !== name ? [[name, renames[name] as string]] : [],
    ),
  )
  for (;;) {
    const taken = new Set(names.filter((name) => !targets.has(name)))
    const before = targets.size
    for (const [name, target] of targets) {
      if (taken.has(target)) targets.delete(name)
      taken.add(target)
    }
    if (targets.size === before) return targets
  }
}
