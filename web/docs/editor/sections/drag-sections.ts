// Sections are dragged by the handle at the start of their headline. What that takes comes once the text stands.
import { Plugin, TextSelection } from 'prosemirror-state'
import type { Dragging } from './section-drag.ts'
import { takenTo } from './section-moves.ts'

export const dragSections = new Plugin({
  view(view) {
    let dragging: Dragging | undefined
    let isGone = false
    /** Without a place the cursor goes to its headline. */
    const drop = (pos: number, to: number | undefined) => {
      const { state } = view
      const headline = TextSelection.near(state.doc.resolve(pos + 2))
      view.dispatch(to === undefined ? state.tr.setSelection(headline) : takenTo(state, pos, to))
      view.focus()
    }
    const begin = async () => {
      const { Dragging } = await import('./section-drag.ts')
      if (!isGone) dragging = new Dragging(view, drop)
    }
    void begin()
    return {
      update: ({ state }, before) => state.doc !== before.doc && dragging?.end(),
      destroy() {
        isGone = true
        dragging?.destroy()
      },
    }
  },
})
