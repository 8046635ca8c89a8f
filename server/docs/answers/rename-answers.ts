import type { Value } from '#contract/document/fields.ts'
import type { Tx } from '#server/db/connect.ts'
import { listAnswersLocked, setAnswers } from './store.ts'

/** Old names of fields and their new ones, all at once: two may change places. */
export type Renames = Record<string, string>

export async function renameAnswers(tx: Tx, docId: number, renames: Renames) {
  if (Object.keys(renames).length === 0) return
  for (const { id, data } of await listAnswersLocked(tx, docId)) {
    const moved = moveAnswers(data, renames)
    if (moved) await setAnswers(tx, id, moved)
  }
}

/** Where a new name holds an answer already, that one stays, and the other keeps its old name: none is lost. */
export function moveAnswers(
  data: Record<string, Value>,
  renames: Renames,
): Record<string, Value> | undefined {
  const moving = Object.entries(data).filter(
    ([name]) => Object.hasOwn(renames, name) && renames[name] !== name,
  )
  if (moving.length === 0) return undefined
  const moved = new Map(Object.entries(data))
  for (const [name] of moving) moved.delete(name)
  for (const [name, value] of moving) {
    const target = renames[name] as string
    moved.set(moved.has(target) ? name : target, value)
  }
  return Object.fromEntries(moved)
}
