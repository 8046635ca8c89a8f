import { fieldsOf } from '#contract/document/conditions.ts'
import type { Field } from '#contract/document/fields.ts'
import type { Tree } from '#contract/document/tree.ts'
import { type Renames, renamed } from '../answers/rename-answers.ts'

/** By the name of a field in an older version: the one under which its answers are today, where that is another. */
export type NamesOfToday = Readonly<Record<string, string>>

/** From the names of today back to those of a version. */
export const wayBack = (names: NamesOfToday): Renames =>
  Object.fromEntries(Object.entries(names).map(([then, now]) => [now, then]))

type Had = { fields: Field[]; names: NamesOfToday }

/**
 * The fields of a content that the document has not any more, as they were when it had them last, by their names of
 * today: answers to them are in the words that their options had then. `history`: the newest first.
 */
export function goneFields(
  { content, names }: { content: Tree; names: NamesOfToday },
  present: readonly Field[],
  history: readonly Had[],
): Field[] {
  const known = new Set(present.map(({ name }) => name))
  const wanted = fieldsOf(content).map(({ name }) => renamed(names, name))
  return wanted
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      for (const had of history) {
        const field = had.fields.find((one) => renamed(had.names, one.name) === name)
        if (field) return [{ ...field, name }]
      }
      return []
    })
}

/** What fields that a document had are called in it today, as far as it has them still. `history`: the newest first. */
export function namesOfToday(
  names: readonly string[],
  present: readonly Field[],
  history: readonly Had[],
): Renames {
  const known = new Set(present.map(({ name }) => name))
  return Object.fromEntries(
    names.flatMap((name) => {
      const had = history.find(({ fields }) => fields.some((field) => field.name === name))
      const now = had ? renamed(had.names, name) : name
      return known.has(now) ? [[name, now]] : []
    }),
  )
}
