// Slash menu: '/' at the start of a line or after a blank lists insertable elements, filtered by the letters typed
// after it. Its state is part of the editor's state: the text keeps the focus, and slash-list.tsx only renders.
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { schema } from '#contract/document/schema.ts'
import { nextVertical } from '#web/ui/keyboard/arrows.ts'
import { findInsertItems, type InsertItem } from './inserts.ts'

/** `from`: position of the '/'. `words`: the letters after it. `active`: an index into `hits`. */
type Slash = { from: number; words: string; hits: readonly InsertItem[]; active: number }
type SlashChange = { active: number } | 'leave'
const key = new PluginKey<Slash | null>('slash')

export const SLASH_LIST_ID = 'was-sich-einfuegen-laesst'
export const slashOptionId = (at: number) => `${SLASH_LIST_ID}-${at}`

/** Null while the menu is closed or has no hits. */
export function slashOf(state: EditorState): Slash | null {
  const slash = key.getState(state)
  return slash && slash.hits.length > 0 ? slash : null
}

export const slashMenuPlugin = new Plugin<Slash | null>({
  key,
  state: { init: () => null, apply: (tr, slash, _, state) => nextSlashState(tr, slash, state) },
  props: {
    handleKeyDown(view, event) {
      const slash = event.isComposing ? null : slashOf(view.state)
      if (!slash) return false
      const { hits, active } = slash
      const next = event.key.startsWith('Arrow') ? nextVertical(event, active, hits.length) : undefined
      const hit = hits[active]
      if (next !== undefined) dispatchSlashChange(view, { active: next })
      else if (event.key === 'Enter' && !event.shiftKey && hit) insertHit(view, hit)
      else if (event.key === 'Escape') {
        // Escape would otherwise leave the text too.
        event.stopPropagation()
        dispatchSlashChange(view, 'leave')
      } else return false
      return true
    },
    handleDOMEvents: {
      blur(view) {
        if (key.getState(view.state)) dispatchSlashChange(view, 'leave')
      },
    },
    attributes(state): Record<string, string> {
      const slash = slashOf(state)
      return {
        'aria-autocomplete': 'list',
        ...(slash && {
          'aria-haspopup': 'listbox',
          'aria-controls': SLASH_LIST_ID,
          'aria-activedescendant': slashOptionId(slash.active),
        }),
      }
    },
  },
})

const dispatchSlashChange = (view: EditorView, to: SlashChange) =>
  view.dispatch(view.state.tr.setMeta(key, to))

/** Replaces the '/' and its words by the element, in one undo step. */
export function insertHit(view: EditorView, { command }: InsertItem) {
  const slash = key.getState(view.state)
  if (!slash) return
  const cleared = view.state.tr.delete(slash.from, view.state.selection.from)
  view.dispatch(cleared)
  // An appended transaction joins the undo step of its predecessor.
  command(
    view.state,
    (tr) => view.dispatch(tr.setMeta('appendedTransaction', cleared).scrollIntoView()),
    view,
  )
}

function nextSlashState(tr: Transaction, slash: Slash | null, state: EditorState): Slash | null {
  const change = tr.getMeta(key) as SlashChange | undefined
  if (change === 'leave') return null
  if (change) return slash && { ...slash, ...change }
  if (slash && !tr.docChanged && !tr.selectionSet) return slash
  const { $from, empty } = tr.selection
  if (!empty) return null
  const from = slash ? tr.mapping.map(slash.from, -1) : isTyped(tr) ? $from.pos - 1 : undefined
  if (from === undefined || from < $from.start() || from >= $from.pos) return null
  const text = $from.parent.textBetween(from - $from.start(), $from.parentOffset, undefined, NODE_PLACEHOLDER)
  if (!/^\/[\p{L}\p{N}]*$/u.test(text)) return null
  const words = text.slice(1)
  return slash?.words === words
    ? { ...slash, from }
    : { from, words, hits: findInsertItems(words, state), active: 0 }
}

/** Placeholder for non-text nodes. */
const NODE_PLACEHOLDER = '\ufffc'

/** A freshly typed '/': not pasted or undone, and not inside a word, link or code. */
function isTyped(tr: Transaction): boolean {
  const { $from } = tr.selection
  const { parent, parentOffset } = $from
  if (!tr.docChanged || !parent.isTextblock || parent.type.spec.code) return false
  if (tr.getMeta('paste') || tr.getMeta('uiEvent') || tr.getMeta('history$')) return false
  if (parent.type.contentMatch.matchType(schema.nodes.active) === null) return false
  if (schema.marks.code.isInSet(tr.storedMarks ?? $from.marks())) return false
  const before = parent.textBetween(Math.max(parentOffset - 2, 0), parentOffset, undefined, ({ type }) =>
    type === schema.nodes.hard_break ? '\n' : NODE_PLACEHOLDER,
  )
  return (parentOffset === 1 ? before === '/' : /^\s\/$/.test(before)) && isNewUpTo(tr, $from.pos)
}

/** True if content that this transaction has inserted ends at `pos`. */
function isNewUpTo({ mapping }: Transaction, pos: number): boolean {
  let isNew = false
  mapping.maps.at(-1)?.forEach((_, __, from, to) => {
    if (from < to && to === pos) isNew = true
  })
  return isNew
}
