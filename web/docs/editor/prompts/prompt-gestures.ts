// The keys and presses in the text that open a prompt: for a link, an image, a field and its name.
import { keymap } from 'prosemirror-keymap'
import { type Command, NodeSelection, Plugin } from 'prosemirror-state'
import { fieldHere } from '../field-names.ts'
import { canLink, imageHere } from '../inserting/insert.ts'

/** `rename` asks for a field's name alone, beside it; `new` about a field that has just been inserted. */
export type PromptKind = 'link' | 'image' | 'name' | 'new' | 'rename' | 'condition'

export function promptGestures(onPrompt: (kind: PromptKind) => void): Plugin[] {
  /** An image or a field that is selected as a whole. */
  const about: Command = (state) => {
    if (!(state.selection instanceof NodeSelection)) return false
    const kind = imageHere(state) ? 'image' : fieldHere(state) ? 'name' : undefined
    if (kind) onPrompt(kind)
    return kind !== undefined
  }
  const pressed = new Plugin({
    props: {
      handleClickOn(view, _, { type }, pos, event) {
        if (type.name !== 'active' || event.shiftKey) return false
        view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
        onPrompt('rename')
        return true
      },
      handleDoubleClickOn(view, _, { type }, pos) {
        if (type.name !== 'image' && type.name !== 'active') return false
        view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
        return about(view.state)
      },
    },
  })
  const keys = keymap({
    'Mod-k': (state) => {
      if (canLink(state)) onPrompt('link')
      return true
    },
    F2: (state) => {
      if (fieldHere(state)) onPrompt('name')
      return true
    },
    Enter: about,
  })
  return [keys, pressed]
}
