// '/' at the start of a line or after a blank opens a list of what can be inserted; the words typed behind it filter
// the list. Which entry is active is part of the editor's state: the text keeps the focus.
import {
  type Command,
  type EditorState,
  Plugin,
  PluginKey,
  Selection,
  type Transaction,
} from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { schema } from '#contract/document/schema.ts'
import { nextBelow } from '#web/ui/keyboard/arrows.ts'
import type { PromptKind } from '../prompts/prompt-gestures.ts'
import { hitsAmong, type Insert } from './insert-hits.ts'

/** `from`: the place of the '/'. `at`: which of the hits is active. */
type Slash = { from: number; words: string; at: number }
type Change = { at: number } | 'leave'
const key = new PluginKey<Slash | null>('slash')

export const LIST = 'was-sich-einfuegen-laesst'
export const optionId = (at: number) => `${LIST}-${at}`

export function slashMenu(inserts: readonly Insert[], onPrompt: (kind: PromptKind) => void) {
  return new Plugin<Slash | null>({
    key,
    offers: { inserts, onPrompt } satisfies Offers,
    state: { init: () => null, apply: (tr, slash) => follow(tr, slash) },
    props: {
      handleKeyDown(view, event) {
        const hits = event.isComposing ? [] : hitsIn(view.state)
        if (hits.length === 0) return false
        const at = activeIn(view.state)
        const next = event.key.startsWith('Arrow') ? nextBelow(event, at, hits.length) : undefined
        const hit = hits[at]
        if (next !== undefined) change(view, { at: next })
        else if (event.key === 'Enter' && !event.shiftKey && hit) pick(view, hit)
        else if (event.key === 'Escape') {
          // Else it would also leave the text.
          event.stopPropagation()
          change(view, 'leave')
        } else return false
        return true
      },
      handleDOMEvents: {
        blur(view) {
          if (key.getState(view.state)) change(view, 'leave')
        },
      },
      attributes: (state): Record<string, string> => ({
        'aria-autocomplete': 'list',
        ...(hitsIn(state).length > 0 && {
          'aria-haspopup': 'listbox',
          'aria-controls': LIST,
          'aria-activedescendant': optionId(activeIn(state)),
        }),
      }),
    },
  })
}

type Offers = { inserts: readonly Insert[]; onPrompt: (kind: PromptKind) => void }
const offersIn = (state: EditorState) => key.get(state)?.spec['offers'] as Offers | undefined

export function hitsIn(state: EditorState): Insert[] {
  const slash = key.getState(state)
  return slash ? hitsAmong(offersIn(state)?.inserts ?? [], slash.words, state) : []
}
export const activeIn = (state: EditorState) => key.getState(state)?.at ?? 0
/** Where the sign stands. */
export const placeIn = (state: EditorState) => key.getState(state)?.from

const change = (view: EditorView, to: Change) => view.dispatch(view.state.tr.setMeta(key, to))

/** The '/' and its words go, and what was meant comes: one step of undo. */
export function pick(view: EditorView, { command, prompt }: Insert) {
  const { state } = view
  const slash = key.getState(state)
  if (!slash) return
  const cleared = state.tr.delete(slash.from, state.selection.from)
  view.dispatch(command ? andThen(state, cleared, command) : cleared)
  if (prompt) offersIn(state)?.onPrompt(prompt)
}

function follow(tr: Transaction, slash: Slash | null): Slash | null {
  const change = tr.getMeta(key) as Change | undefined
  if (change === 'leave') return null
  if (change) return slash && { ...slash, ...change }
  const { $from, empty } = tr.selection
  if (!empty) return null
  const from = slash ? tr.mapping.map(slash.from, -1) : isTyped(tr) ? $from.pos - 1 : undefined
  if (from === undefined || from < $from.start() || from >= $from.pos) return null
  const said = $from.parent.textBetween(from - $from.start(), $from.parentOffset, undefined, OTHER)
  if (!/^\/[\p{L}\p{N}]*$/u.test(said)) return null
  const words = said.slice(1)
  return slash?.words === words ? { ...slash, from } : { from, words, at: 0 }
}

/** Stands for what is no text. */
const OTHER = '\ufffc'

/** A '/' that has just been typed: not pasted, not undone, and no part of a word, of a link's address or of code. */
function isTyped(tr: Transaction): boolean {
  const { $from } = tr.selection
  const { parent, parentOffset } = $from
  if (!tr.docChanged || !parent.isTextblock || parent.type.spec.code) return false
  if (tr.getMeta('paste') || tr.getMeta('uiEvent') || tr.getMeta('history$')) return false
  if (parent.type.contentMatch.matchType(schema.nodes.active) === null) return false
  if (schema.marks.code.isInSet(tr.storedMarks ?? $from.marks())) return false
  const before = parent.textBetween(Math.max(parentOffset - 2, 0), parentOffset, undefined, ({ type }) =>
    type === schema.nodes.hard_break ? '\n' : OTHER,
  )
  return (parentOffset === 1 ? before === '/' : /^\s\/$/.test(before)) && isNewUpTo(tr, $from.pos)
}

/** Whether something ends there that has come with this change. */
function isNewUpTo({ mapping }: Transaction, pos: number): boolean {
  let isNew = false
  mapping.maps.at(-1)?.forEach((_, __, from, to) => {
    if (from < to && to === pos) isNew = true
  })
  return isNew
}

function andThen(state: EditorState, tr: Transaction, command: Command): Transaction {
  command(state.apply(tr), (next) => {
    for (const step of next.steps) tr.step(step)
    tr.setSelection(Selection.fromJSON(tr.doc, next.selection.toJSON()))
  })
  return tr.scrollIntoView()
}
