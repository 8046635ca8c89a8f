// The open prompt as part of the editor's state: commands open it like any other change, and dialogs.tsx
// renders it.
import { type Command, type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'

/**
 * `name`: popover beside a field, for its name alone. `new field`: dialog about a field that was just
 * inserted, and is removed again on cancel.
 */
export type Prompt = 'link' | 'image' | 'field' | 'new field' | 'name' | 'condition'

const key = new PluginKey<Prompt | null>('prompt')

export const promptPlugin = new Plugin<Prompt | null>({
  key,
  state: {
    init: () => null,
    apply(tr, prompt) {
      const next = tr.getMeta(key) as Prompt | null | undefined
      return next === undefined ? prompt : next
    },
  },
})

export const promptOf = (state: EditorState): Prompt | null => key.getState(state) ?? null

/** Null closes the prompt. */
export const setPrompt = (tr: Transaction, prompt: Prompt | null) => tr.setMeta(key, prompt)

export const openPrompt =
  (prompt: Prompt, can: (state: EditorState) => boolean): Command =>
  (state, dispatch) => {
    if (!can(state)) return false
    dispatch?.(setPrompt(state.tr, prompt))
    return true
  }
