import { hiddenFields } from '#contract/document/conditions.ts'
import { answerOf, type Field, type Value } from '#contract/document/fields.ts'
import { translated } from '#contract/document/options.ts'
import type { Tx } from '#server/db/connect.ts'
import { lockAllAnswersForUpdate, setAnswers } from './store.ts'

/** Old names of fields and their new ones, all at once: two may change places. */
export type Renames = Record<string, string>

/** What a field is called from now on. Any name will do, also `constructor`, which every object answers to. */
export const renamed = (renames: Renames, name: string) =>
  Object.hasOwn(renames, name) ? (renames[name] ?? name) : name

/** By the name of a field, of today: old words of its options and their new ones. */
type RenamedOptions = ReadonlyMap<string, ReadonlyMap<string, string>>

type Change = { renames: Renames; options: RenamedOptions; fields: Field[] }

/**
 * All answers to a document as its new fields have them: under their new names, in new words, of some not asked any
 * more.
 */
export async function renameAnswers(tx: Tx, docId: number, change: Change) {
  for (const row of await lockAllAnswersForUpdate(tx, docId)) {
    const data = answersAfter(row.data, change)
    const hidden = hiddenWith(change.fields, data)
    if (data !== row.data || hidden.join('\n') !== row.hidden.join('\n'))
      await setAnswers(tx, row.id, { data, hidden })
  }
}

/** The very same where nothing changes. */
export function answersAfter(data: Record<string, Value>, { renames, options }: Omit<Change, 'fields'>) {
  const moved = moveAnswers(data, renames) ?? data
  return sayAnew(moved, options) ?? moved
}

/** The names of the fields that whoever has these answers is not asked for. */
export const hiddenWith = (fields: Field[], data: Record<string, Value>): string[] => [
  ...hiddenFields(fields, (field) => answerOf(field, data)),
]

/** Answers in the new words of what was chosen; undefined where none changes. */
function sayAnew(data: Record<string, Value>, options: RenamedOptions): Record<string, Value> | undefined {
  const changed = Object.entries(data).flatMap(([name, value]) => {
    const words = typeof value === 'string' ? options.get(name) : undefined
    const now = words && translated(value as string, words)
    return now === undefined || now === value ? [] : [[name, now] as const]
  })
  return changed.length > 0 ? { ...data, ...Object.fromEntries(changed) } : undefined
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
    names.flatMap((name) => (renamed(renames, name) === name ? [] : [[name, renamed(renames, name)]])),
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
