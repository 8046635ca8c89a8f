import { fieldIn } from '#contract/document/attributes.ts'
import type { Tree } from '#contract/document/tree.ts'
import { LongTextField } from './long-text-field.tsx'
import { NumberField } from './number-field.tsx'
import { useReadingOf } from './reading.ts'
import { TickField } from './tick-field.tsx'
import { Unknown } from './unknown.tsx'

const kinds = { text: NumberField, textarea: LongTextField, checkbox: TickField }

/** A place to fill in. Two of one name share their answer, and are of the kind of the first. */
export function FieldNode({ node }: { node: Tree }) {
  const { outline, namings, mode } = useReadingOf()
  const field = fieldIn(node)
  if (!field) return <Unknown>Ein Feld dieser Art gibt es nicht.</Unknown>
  if (field.name === '') return <Unknown>Dieses Feld hat noch keinen Namen.</Unknown>
  const { name } = field
  const type = outline.types.get(name) ?? field.type
  const Kind = kinds[type]
  const naming = namings.get(node) ?? { isShown: true, spoken: name }
  return <Kind field={{ name, type }} naming={naming} mode={mode} />
}
