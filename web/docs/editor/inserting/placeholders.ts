// What a new section says by itself: shown as nobody's words, typed over at once where the cursor comes to it, and
// known as long as it stands there, so that the screen can say so. With the words between brackets that a template
// leaves open these are the places that somebody is led to.
import type { Node } from 'prosemirror-model'
import {
  type Command,
  type EditorState,
  Plugin,
  PluginKey,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { NEW_SECTION, wordsBetweenBrackets } from '#contract/document/placeholders.ts'
import { schema } from '#contract/document/schema.ts'
import { changedRanges } from '../changed-ranges.ts'

const { section_headline, section_body, paragraph } = schema.nodes
const key = new PluginKey<DecorationSet>('placeholders')

export const placeholders = new Plugin<DecorationSet>({
  key,
  state: {
    init: (_, { doc }) => DecorationSet.create(doc, placeholdersBetween(doc, 0, doc.content.size)),
    apply: (tr, known) => (tr.docChanged ? lookedAtAgain(tr, known) : known),
  },
  props: { decorations: (state) => key.getState(state) },
  appendTransaction(transactions, before, { selection, tr }) {
    const { $from, empty } = selection
    const isNew =
      !transactions.some(({ docChanged }) => docChanged) && before.selection.$from.parent !== $from.parent
    if (!isNew || !empty || !isPlaceholder($from.parent, $from.node(-1))) return null
    return tr.setSelection(TextSelection.create(tr.doc, $from.start(), $from.end()))
  },
})

/** The places of those that nobody has typed over. */
export const placeholdersIn = (state: EditorState): number[] =>
  key
    .getState(state)
    ?.find()
    .map(({ from }) => from) ?? []

/** All words that wait to be typed over, in the order in which they are read. */
export function openPlacesIn(state: EditorState): { from: number; to: number }[] {
  const found = placeholdersIn(state).map((at) => ({ from: at + 1, to: state.doc.resolve(at + 1).end() }))
  state.doc.descendants((node, pos) => {
    if (!node.isTextblock) return true
    if (node.type.spec.code) return false
    const line = node.textBetween(0, node.content.size, '\n', '\n')
    for (const { text, at } of wordsBetweenBrackets(line))
      found.push({ from: pos + 1 + at, to: pos + 1 + at + text.length })
    return false
  })
  return found.sort((a, b) => a.from - b.from)
}

/** Selects the first of them, to be typed over. */
export const toPlaceholder: Command = (state, dispatch) => {
  const [first] = openPlacesIn(state)
  if (!first) return false
  const words = TextSelection.create(state.doc, first.from, first.to)
  dispatch?.(state.tr.setSelection(words).scrollIntoView())
  return true
}

/** Whole again where it has been touched: a key in a long document looks at its own line alone. */
function lookedAtAgain(tr: Transaction, before: DecorationSet): DecorationSet {
  const { doc } = tr
  let known = before.map(tr.mapping, doc)
  for (const [from, to] of changedRanges(tr)) {
    const [low, high] = [Math.max(from - 1, 0), Math.min(to + 1, doc.content.size)]
    const touched = known.find(low, high)
    const start = Math.min(low, ...touched.map((one) => one.from))
    const end = Math.max(high, ...touched.map((one) => one.to))
    known = known.remove(touched).add(doc, placeholdersBetween(doc, start, end))
  }
  return known
}

function placeholdersBetween(doc: Node, start: number, end: number): Decoration[] {
  const found: Decoration[] = []
  doc.nodesBetween(start, end, (node, pos, parent) => {
    if (isPlaceholder(node, parent))
      found.push(Decoration.node(pos, pos + node.nodeSize, { 'data-placeholder': '' }))
    return !node.isTextblock
  })
  return found
}

function isPlaceholder(node: Node, parent: Node | null): boolean {
  const words =
    node.type === section_headline
      ? NEW_SECTION.headline
      : node.type === paragraph && parent?.type === section_body
        ? NEW_SECTION.body
        : undefined
  return words !== undefined && node.childCount === 1 && node.textContent === words
}
