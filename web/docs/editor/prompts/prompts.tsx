// The prompts for an image, a link, a field, its name and the condition of a section: what each is asked about, and
// what becomes of it.
import type { Condition } from '#contract/document/condition.ts'
import type { Field } from '#contract/document/fields.ts'
import { changeField, fieldHere, fieldsIn, problemWithName, removeField } from '../field-names.ts'
import { type ImageAttrs, imageHere, linkHere, putImage, putLink } from '../inserting/insert.ts'
import { sectionAround } from '../sections/sections.ts'
import { fieldsBefore, holdingFor, isSame, showIf } from '../sections/shown-if.ts'
import {
  ConditionDialog,
  FieldDialog,
  finish,
  ImageDialog,
  LinkDialog,
  NamePopover,
  type PromptProps,
} from './ask.ts'
import type { PromptKind } from './prompt-gestures.ts'

export function Prompt({ about, ...props }: PromptProps & { about: PromptKind }) {
  const Asking = {
    image: ImagePrompt,
    link: LinkPrompt,
    name: FieldPrompt,
    new: NewFieldPrompt,
    rename: NamePrompt,
    condition: ConditionPrompt,
  }[about]
  return <Asking {...props} />
}

function ImagePrompt(props: PromptProps) {
  const { state } = props.editor
  const { from, to } = state.selection
  return (
    <ImageDialog
      present={imageHere(state)?.attrs as ImageAttrs | undefined}
      selected={state.doc.textBetween(from, to, ' ', '')}
      upload={props.editor.upload}
      onDone={(attrs) => finish(props, putImage(attrs))}
      onClose={props.onClose}
    />
  )
}

const NewFieldPrompt = (props: PromptProps) => <FieldPrompt {...props} isNew />

/** Every field of its name changes: they are one. */
function FieldPrompt({ isNew, ...props }: PromptProps & { isNew?: boolean }) {
  const { state } = props.editor
  const present = fieldHere(state)?.node.attrs as Field | undefined
  const fields = fieldsIn(state.doc).map(({ node }) => node.attrs as Field)
  return (
    <FieldDialog
      present={present}
      isNew={isNew}
      count={fields.filter(({ name }) => name === present?.name).length}
      refuses={(name) => problemWithName(name, fields, present)}
      onDone={(change) => finish(props, changeField(present?.name ?? '', change))}
      // Whoever does not want a new one after all has none.
      onClose={isNew ? () => finish(props, removeField) : props.onClose}
    />
  )
}

function NamePrompt(props: PromptProps) {
  const { state, view } = props.editor
  const here = fieldHere(state)
  const chip = here && view?.nodeDOM(here.pos)
  if (!here || !(chip instanceof HTMLElement)) return null
  const present = here.node.attrs as Field
  const fields = fieldsIn(state.doc).map(({ node }) => node.attrs as Field)
  return (
    <NamePopover
      chip={chip}
      present={present.name}
      refuses={(name) => problemWithName(name, fields, present)}
      onDone={(name) => finish(props, changeField(present.name, { name }))}
      onMore={() => props.onPrompt('name')}
      onCancel={() => finish(props, () => false)}
      onClose={props.onClose}
    />
  )
}

function LinkPrompt(props: PromptProps) {
  return (
    <LinkDialog
      present={linkHere(props.editor.state)?.attrs}
      onDone={(attrs) => finish(props, putLink(attrs))}
      onClose={props.onClose}
    />
  )
}

function ConditionPrompt(props: PromptProps) {
  const { state } = props.editor
  const section = sectionAround(state)
  if (!section) return null
  const when = section.node.attrs['when'] as Condition | null
  const fields = new Map(
    fieldsBefore(state.doc, section.pos).map((field) => [field.name, holdingFor(field)] as const),
  )
  const place = when && fields.get(when.field)?.findIndex(({ condition }) => isSame(condition, when))
  return (
    <ConditionDialog
      fields={fields}
      present={when && typeof place === 'number' && place >= 0 ? { field: when.field, place } : undefined}
      onDone={(holding) => finish(props, showIf(section.pos, holding?.condition ?? null))}
      onClose={props.onClose}
    />
  )
}
