// Fields in the text: listing, the one at the cursor, inserting, naming, changing. Fields with equal names are
// one field. A new one is named after the words before it in its line, else numbered.
import type { Node, ResolvedPos } from 'prosemirror-model'
import { type Command, type EditorState, NodeSelection } from 'prosemirror-state'
import {
  type Field,
  type FieldType,
  fieldLimits,
  hasOptions,
  isFieldName,
  newFieldName,
} from '#contract/document/fields.ts'
import { newOptionId, type Option } from '#contract/document/options.ts'
import { schema } from '#contract/document/schema.ts'
import { canInsertInline } from './blocks.ts'
import { setPrompt } from './prompts.ts'

const { active, section } = schema.nodes

type PlacedField = { node: Node; pos: number }

export function fieldsIn(document: Node): PlacedField[] {
  const fields: PlacedField[] = []
  document.descendants((node, pos) => {
    if (node.type === active) fields.push({ node, pos })
    return !node.isLeaf
  })
  return fields
}

export const namesIn = (document: Node): Set<string> =>
  new Set(fieldsIn(document).map(({ node }) => node.attrs['name'] as string))

/** The selected field, or one next to the cursor. */
export function fieldAtCursor({ selection }: EditorState): PlacedField | undefined {
  const placed = (node: Node | null, pos: number) => (node?.type === active ? { node, pos } : undefined)
  if (selection instanceof NodeSelection) return placed(selection.node, selection.from)
  if (!selection.empty) return undefined
  const { nodeBefore, nodeAfter, pos } = selection.$from
  return placed(nodeBefore, pos - (nodeBefore?.nodeSize ?? 0)) ?? placed(nodeAfter, pos)
}

/** Inserts a field at the cursor. For a choice, also opens the dialog to enter its options. */
export const insertField =
  (type: FieldType): Command =>
  (state, dispatch) => {
    if (!canInsertInline(state)) return false
    if (dispatch) {
      const isChoice = hasOptions(type)
      const name = proposeFieldName(state.selection.$from, namesIn(state.doc))
      const options = isChoice ? ['Ja', 'Nein'].map((text) => ({ id: newOptionId(), text })) : null
      const { tr } = state
      tr.replaceSelectionWith(active.create({ name, type, options })).scrollIntoView()
      dispatch(isChoice ? setPrompt(tr, 'new field') : tr)
    }
    return true
  }

export const removeField: Command = (state, dispatch) => {
  const here = fieldAtCursor(state)
  if (here) dispatch?.(state.tr.delete(here.pos, here.pos + here.node.nodeSize))
  return here !== undefined
}

/** The reason why a (trimmed) name is refused; undefined if it is possible. */
export function problemWithName(
  name: string,
  fields: readonly Field[],
  present: Field | undefined,
): string | undefined {
  if (!isFieldName(name)) return 'Dieser Name ist nicht möglich.'
  const isOtherKind = fields.some((field) => field.name === name && field.type !== present?.type)
  return isOtherKind && name !== present?.name ? 'So heißt schon ein Feld anderer Art.' : undefined
}

type FieldChange = { name: string; required: boolean; options?: readonly Option[] }

/** Changes all fields named `from`. A new name is also set in the conditions that depend on them. */
export const changeField =
  (from: string, change: Partial<FieldChange>): Command =>
  (state, dispatch) => {
    const { tr } = state
    state.doc.descendants(({ type, attrs }, pos) => {
      if (type === section && attrs['when']?.field === from && change.name !== undefined)
        tr.setNodeAttribute(pos, 'when', { ...attrs['when'], field: change.name })
      if (type === active && attrs['name'] === from)
        for (const [attribute, value] of Object.entries(change))
          if (!isDeepEqual(attrs[attribute], value)) tr.setNodeAttribute(pos, attribute, value)
      return type !== active
    })
    dispatch?.(tr)
    return true
  }

const isDeepEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A free name for a new field at this position. */
export function proposeFieldName($at: ResolvedPos, taken: ReadonlySet<string>): string {
  const words = nameFromWords(wordsBefore($at))
  if (words === '') return newFieldName(taken)
  return taken.has(words) ? nextNumberedName(words, taken) : words
}

/** 'Zahl' is followed by 'Zahl 2', 'Feld 3' by 'Feld 4': the first free one. */
export function nextNumberedName(name: string, taken: ReadonlySet<string>): string {
  const blank = name.lastIndexOf(' ')
  const last = name.slice(blank + 1)
  const isNumbered = blank > 0 && /^[1-9]\d{0,3}$/.test(last)
  // Cut, so that the name with its number does not exceed the limit.
  const base = cutTo(isNumbered ? name.slice(0, blank) : name, fieldLimits.name - 6).trimEnd()
  let number = isNumbered ? Number(last) + 1 : 2
  while (taken.has(`${base} ${number}`)) number++
  return `${base} ${number}`
}

/** The words before the position in its line, back to the previous field, image or break. */
function wordsBefore({ parent, parentOffset }: ResolvedPos): string {
  let words = ''
  parent.forEach((node, offset) => {
    if (!parent.isTextblock || offset >= parentOffset) return
    words = node.isText ? words + (node.text ?? '').slice(0, parentOffset - offset) : ''
  })
  return words
}

/** In characters. Of a longer text only the last sentence becomes the name. */
const MAX_NAME_LENGTH = 60

function nameFromWords(text: string): string {
  const words = trimSeparators(text)
  const name = words.length > MAX_NAME_LENGTH ? trimSeparators(words.split(/[.!?] /).at(-1) ?? '') : words
  const cut = trimSeparators(cutTo(name, fieldLimits.name))
  return /[\p{L}\p{N}]/u.test(cut) && isFieldName(cut) ? cut : ''
}

const SEPARATOR_CHARACTERS = ' \t\u00a0\u202f:;,–—-'

function trimSeparators(words: string): string {
  let [from, to] = [0, words.length]
  while (from < to && SEPARATOR_CHARACTERS.includes(words.charAt(from))) from++
  while (from < to && SEPARATOR_CHARACTERS.includes(words.charAt(to - 1))) to--
  return words.slice(from, to).replaceAll(/\s+/g, ' ')
}

/** Keeps surrogate pairs whole. */
const cutTo = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
