import { hiddenFields } from '#contract/document/conditions.ts'
import { type AnswerValue, answerOf, type Field } from '#contract/document/fields.ts'
import { replaceLines } from '#contract/document/options.ts'
import type { Tx } from '#server/db/connect.ts'
import { lockAllAnswersForUpdate, setAnswers } from './store.ts'

/** Old names of fields mapped to new ones. All are applied at once, so that two fields can swap names. */
export type Renames = Record<string, string>

/** The new name of a field, or `name` itself if it is not renamed. Safe for names such as `constructor`. */
export const toNewName = (renames: Renames, name: string) =>
  Object.hasOwn(renames, name) ? (renames[name] ?? name) : name

/** Keyed by the current name of a field: old texts of its options mapped to new ones. */
type RenamedOptions = ReadonlyMap<string, ReadonlyMap<string, string>>

type AnswersChange = { renames: Renames; options: RenamedOptions; fields: Field[] }

/**
 * Updates all answers of a document after its fields have changed: names of fields, texts of options, and which
 * fields are hidden.
 */
export async function renameAnswers(tx: Tx, docId: number, change: AnswersChange) {
  for (const row of await lockAllAnswersForUpdate(tx, docId)) {
    const data = applyRenames(row.data, change)
    const hidden = hiddenFieldNames(change.fields, data)
    if (data !== row.data || hidden.join('\n') !== row.hidden.join('\n'))
      await setAnswers(tx, row.id, { data, hidden })
  }
}

/** Returns `data` itself if nothing changes. */
export function applyRenames(
  data: Record<string, AnswerValue>,
  { renames, options }: Omit<AnswersChange, 'fields'>,
) {
  const moved = moveAnswers(data, renames) ?? data
  return translateOptions(moved, options) ?? moved
}

export const hiddenFieldNames = (fields: Field[], data: Record<string, AnswerValue>): string[] => [
  ...hiddenFields(fields, (field) => answerOf(field, data)),
]

/** Replaces the old texts of chosen options by the new ones. Undefined if nothing changes. */
function translateOptions(
  data: Record<string, AnswerValue>,
  options: RenamedOptions,
): Record<string, AnswerValue> | undefined {
  const changed = Object.entries(data).flatMap(([name, value]) => {
    const words = typeof value === 'string' ? options.get(name) : undefined
    const now = words && replaceLines(value as string, words)
    return now === undefined || now === value ? [] : [[name, now] as const]
  })
  return changed.length > 0 ? { ...data, ...Object.fromEntries(changed) } : undefined
}

/**
 * Moves answers to the new names of their fields; undefined if none moves. If the new name holds another answer
 * that does not move away, both answers keep their names, so that none is lost.
 */
export function moveAnswers(
  data: Record<string, AnswerValue>,
  renames: Renames,
): Record<string, AnswerValue> | undefined {
  const targets = possibleMoves(Object.keys(data), renames)
  if (targets.size === 0) return undefined
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [targets.get(name) ?? name, value]))
}

/**
 * Old names mapped to new ones, without moves onto a name whose answer stays. An answer that cannot move keeps
 * its name occupied, which can block another move; hence the loop.
 */
function possibleMoves(names: string[], renames: Renames): Map<string, string> {
  const targets = new Map(
    names.flatMap((name) => (toNewName(renames, name) === name ? [] : [[name, toNewName(renames, name)]])),
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
