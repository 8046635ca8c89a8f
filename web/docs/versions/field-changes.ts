// Changes of fields between two versions, as sentences. Fields are matched by their present names, so that a renamed
// field does not count as removed and added.
import type { Field, FieldType } from '#contract/document/fields.ts'
import type { Option } from '#contract/document/options.ts'

/** Maps a field's name in a version to its present one, where they differ. */
export type CurrentNames = Readonly<Record<string, string>>
type VersionFields = { fields: readonly Field[]; names: CurrentNames }

const fieldTypeNames: Record<FieldType, string> = {
  text: 'Zahl',
  textarea: 'Text',
  checkbox: 'Häkchen',
  choice: 'Auswahl',
  choices: 'Mehrfachauswahl',
  date: 'Datum',
  time: 'Uhrzeit',
  photo: 'Foto',
  signature: 'Unterschrift',
}
/** A type of a newer release has no word here. */
const fieldTypeName = ({ type }: Field) =>
  Object.hasOwn(fieldTypeNames, type) ? fieldTypeNames[type] : 'Feld'

export function fieldChangeSentences(before: VersionFields, after: VersionFields): string[] {
  const [old, now] = [fieldsByCurrentName(before), fieldsByCurrentName(after)]
  const gone = [...old].flatMap(([name, { name: then }]) => (now.has(name) ? [] : [`„${then}“ entfernt`]))
  const others = [...now].flatMap(([name, field]) => {
    const former = old.get(name)
    return former ? changesOfField(former, field) : [`„${field.name}“ hinzugefügt (${fieldTypeName(field)})`]
  })
  return [...others, ...gone]
}

const fieldsByCurrentName = ({ fields, names }: VersionFields) =>
  new Map(
    fields.map((field) => [Object.hasOwn(names, field.name) ? (names[field.name] ?? '') : field.name, field]),
  )

function changesOfField(former: Field, field: Field): string[] {
  const name = `„${field.name}“`
  return [
    ...(former.name === field.name ? [] : [`„${former.name}“ heißt ${name}`]),
    ...(former.type === field.type
      ? []
      : [`${name}: ${fieldTypeName(field)} statt ${fieldTypeName(former)}`]),
    ...optionChanges(former.options ?? [], field.options ?? []).map((change) => `${name}: ${change}`),
    ...(former.required === field.required
      ? []
      : [`${name} ist ${field.required ? 'ein' : 'kein'} Pflichtfeld`]),
  ]
}

function optionChanges(before: readonly Option[], after: readonly Option[]): string[] {
  const [old, now] = [textById(before), textById(after)]
  return [
    ...[...now].flatMap(([id, text]) => {
      const then = old.get(id)
      if (then === undefined) return [`Möglichkeit „${text}“ hinzugefügt`]
      return then === text ? [] : [`Möglichkeit „${then}“ heißt „${text}“`]
    }),
    ...[...old].flatMap(([id, text]) => (now.has(id) ? [] : [`Möglichkeit „${text}“ entfernt`])),
  ]
}

const textById = (options: readonly Option[]) => new Map(options.map(({ id, text }) => [id, text]))
