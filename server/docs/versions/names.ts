import type { Field } from '#contract/document/fields.ts'
import { fieldsOf } from '#contract/document/outline.ts'
import type { Tree } from '#contract/document/tree.ts'
import { type Renames, toNewName } from '../answers/rename-answers.ts'

/** Maps a field's name in an older version to its current name. Contains only names that differ. */
export type CurrentNames = Readonly<Record<string, string>>

/** The inverse mapping, from current names to those of a version. */
export const invertNames = (names: CurrentNames): Renames =>
  Object.fromEntries(Object.entries(names).map(([then, now]) => [now, then]))

type Had = { fields: Field[]; names: CurrentNames }

/**
 * Fields of an older version that the document no longer has, by their latest names. Each has its latest definition,
 * whose options the stored answers use. `history`: newest first.
 */
export function removedFields(
  { content, names }: { content: Tree; names: CurrentNames },
  present: readonly Field[],
  history: readonly Had[],
): Field[] {
  const presentNames = new Set(present.map(({ name }) => name))
  const wanted = fieldsOf(content).map(({ name }) => toNewName(names, name))
  return wanted
    .filter((name) => !presentNames.has(name))
    .flatMap((name) => {
      for (const had of history) {
        const field = had.fields.find((one) => toNewName(had.names, one.name) === name)
        if (field) return [{ ...field, name }]
      }
      return []
    })
}

/** Current names of those former field names whose field still exists. `history`: newest first. */
export function currentFieldNames(
  names: readonly string[],
  present: readonly Field[],
  history: readonly Had[],
): Renames {
  const presentNames = new Set(present.map(({ name }) => name))
  return Object.fromEntries(
    names.flatMap((name) => {
      const had = history.find(({ fields }) => fields.some((field) => field.name === name))
      const now = had ? toNewName(had.names, name) : name
      return presentNames.has(now) ? [[name, now]] : []
    }),
  )
}
