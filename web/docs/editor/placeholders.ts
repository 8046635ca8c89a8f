// Placeholder texts of new sections: displayed dimmed, selected when the cursor enters so that typing replaces
// them, and listed in a notice. Together with bracketed words of templates they are the open places of a
// document.
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, Plugin, PluginKey, TextSelection } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { NEW_SECTION_TEXTS, wordsBetweenBrackets } from '#contract/document/placeholders.ts'
import { schema } from '#contract/document/schema.ts'

const { section_headline, section_body, paragraph } = schema.nodes
const key = new PluginKey<DecorationSet>('placeholders')

export const placeholdersPlugin = new Plugin<DecorationSet>({
  key,
  state: {
    init: (_, { doc }) => placeholderDecorations(doc),
    apply: (tr, before) => (tr.docChanged ? placeholderDecorations(tr.doc) : before),
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

/** Positions of unreplaced placeholders. */
export const placeholdersIn = (state: EditorState): number[] =>
  key
    .getState(state)
    ?.find()
    .map(({ from }) => from) ?? []

/** All open places in reading order. */
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

/** Selects the first open place. */
export const selectOpenPlace: Command = (state, dispatch) => {
  const [first] = openPlacesIn(state)
  if (!first) return false
  const words = TextSelection.create(state.doc, first.from, first.to)
  dispatch?.(state.tr.setSelection(words).scrollIntoView())
  return true
}

function placeholderDecorations(doc: Node): DecorationSet {
  const decorations: Decoration[] = []
  doc.descendants((node, pos, parent) => {
    if (isPlaceholder(node, parent))
      decorations.push(Decoration.node(pos, pos + node.nodeSize, { 'data-placeholder': '' }))
    return !node.isTextblock
  })
  return DecorationSet.create(doc, decorations)
}

function isPlaceholder(node: Node, parent: Node | null): boolean {
  const words =
    node.type === section_headline
      ? NEW_SECTION_TEXTS.headline
      : node.type === paragraph && parent?.type === section_body
        ? NEW_SECTION_TEXTS.body
        : undefined
  return words !== undefined && node.childCount === 1 && node.textContent === words
}
