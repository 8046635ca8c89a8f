// Dragging a section by the handle of its headline, with mouse or finger; keys and the menu do the same. A line
// shows the drop position, and the page scrolls near the window's edges.
import type { ResolvedPos } from 'prosemirror-model'
import { type EditorState, Plugin, type PluginView, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { flowDepth, moveSectionTo } from './sections.ts'

/** Width of the handle in px, as in the style. */
const HANDLE_PX = 40
/** In px. A shorter movement is a click. */
const DRAG_THRESHOLD_PX = 4
/** Auto-scroll: distance from the window's edges in px, and `step` px per frame. */
const AUTO_SCROLL_PX = { above: 130, below: 90, step: 9 }

/** `line`: the indicator in viewport px. */
type DropTarget = { pos: number; line: { x: number; y: number; width: number } }
type Point = { x: number; y: number }
type Drag = { pos: number; from: Point; at: Point; isMoving: boolean; to?: DropTarget | undefined }

export const sectionDragPlugin = new Plugin({ view: (view) => new SectionDrag(view) })

class SectionDrag implements PluginView {
  #view: EditorView
  #drag: Drag | undefined
  #line = document.createElement('div')
  #ends = new AbortController()

  constructor(view: EditorView) {
    this.#view = view
    this.#line.className = 'drop-cursor'
    this.#line.hidden = true
    Object.assign(this.#line.style, { position: 'absolute', height: '3px', pointerEvents: 'none' })
    view.dom.parentElement?.append(this.#line)
    const { signal } = this.#ends
    const { dom } = view
    dom.addEventListener('pointerdown', (event) => this.#begin(event), { signal })
    dom.addEventListener('pointermove', (event) => this.#move(event), { signal })
    dom.addEventListener('pointerup', () => this.#drop(), { signal })
    dom.addEventListener('pointercancel', () => this.#end(), { signal })
    addEventListener('keydown', (event) => event.key === 'Escape' && this.#end(), { signal })
    // A touch on the handle must not scroll the page.
    const keepStill = (event: TouchEvent) => {
      const [touch] = event.touches
      if (touch && this.#sectionOf(event.target, touch.clientX) !== undefined) event.preventDefault()
    }
    dom.addEventListener('touchstart', keepStill, { signal, passive: false })
  }

  /** Changes of the text end the drag, since positions may have moved. */
  update({ state }: EditorView, before: EditorState) {
    if (state.doc !== before.doc) this.#end()
  }

  destroy() {
    this.#end()
    this.#ends.abort()
    this.#line.remove()
  }

  /** Position of the section that the handle belongs to. */
  #sectionOf(target: EventTarget | null, x: number): number | undefined {
    const headline = target instanceof Element ? target.closest('section > header') : null
    if (!headline || !this.#view.dom.contains(headline)) return undefined
    if (x - headline.getBoundingClientRect().left > HANDLE_PX) return undefined
    return this.#view.state.doc.resolve(this.#view.posAtDOM(headline, 0)).before(-1)
  }

  #begin(event: PointerEvent) {
    const pos = event.button === 0 ? this.#sectionOf(event.target, event.clientX) : undefined
    if (pos === undefined) return
    event.preventDefault()
    this.#view.dom.setPointerCapture(event.pointerId)
    const at = { x: event.clientX, y: event.clientY }
    this.#drag = { pos, from: at, at, isMoving: false }
  }

  #move({ clientX, clientY }: PointerEvent) {
    const drag = this.#drag
    if (!drag) return
    drag.at = { x: clientX, y: clientY }
    const isFirst = !drag.isMoving
    if (isFirst && Math.hypot(clientX - drag.from.x, clientY - drag.from.y) < DRAG_THRESHOLD_PX) return
    drag.isMoving = true
    this.#show()
    if (isFirst) this.#follow(drag)
  }

  #show() {
    const { parentElement: around } = this.#view.dom
    const drag = this.#drag
    if (!drag || !around) return
    drag.to = findDropTarget(this.#view, drag.pos, drag.at)
    this.#line.hidden = drag.to === undefined
    around.dataset['drags'] = ''
    if (!drag.to) return
    const box = around.getBoundingClientRect()
    const { style } = this.#line
    style.top = `${drag.to.line.y - box.top - around.clientTop - 1}px`
    style.left = `${drag.to.line.x - box.left - around.clientLeft}px`
    style.width = `${drag.to.line.width}px`
  }

  /** Scrolls while the pointer rests near an edge. */
  #follow(drag: Drag) {
    if (this.#drag !== drag) return
    const { y } = drag.at
    const step =
      y < AUTO_SCROLL_PX.above
        ? -AUTO_SCROLL_PX.step
        : y > innerHeight - AUTO_SCROLL_PX.below
          ? AUTO_SCROLL_PX.step
          : 0
    if (step !== 0) {
      scrollBy({ top: step, behavior: 'instant' })
      this.#show()
    }
    requestAnimationFrame(() => this.#follow(drag))
  }

  /** Moves the section to the target. Without a target (a click), puts the cursor into the headline. */
  #drop() {
    const { pos, to } = this.#drag ?? {}
    if (pos === undefined) return
    this.#end()
    const { state } = this.#view
    const headline = TextSelection.near(state.doc.resolve(pos + 2))
    this.#view.dispatch(to ? moveSectionTo(state, pos, to.pos) : state.tr.setSelection(headline))
    this.#view.focus()
  }

  #end() {
    this.#drag = undefined
    this.#line.hidden = true
    delete this.#view.dom.parentElement?.dataset['drags']
  }
}

/** The drop target. Undefined inside the dragged section and at its present place. */
function findDropTarget(
  view: EditorView,
  dragged: number,
  { x, y }: { x: number; y: number },
): DropTarget | undefined {
  const inside = view.dom.getBoundingClientRect()
  const left = Math.min(Math.max(x, inside.left + 24), inside.right - 24)
  const at = view.posAtCoords({ left, top: Math.min(Math.max(y, inside.top + 1), inside.bottom - 1) })
  if (!at) return undefined
  const { doc } = view.state
  const end = dragged + (doc.nodeAt(dragged)?.nodeSize ?? 0)
  const place = dropTargetAt(view, doc.resolve(at.pos), y)
  return place && (place.pos < dragged || place.pos > end) ? place : undefined
}

function dropTargetAt(view: EditorView, $at: ResolvedPos, y: number): DropTarget | undefined {
  // On a headline: the upper half means before the section, the lower one at its start.
  if ($at.parent.type.name === 'section_headline') {
    const box = boxAt(view, $at.before())
    if (box && y > box.top + box.height / 2)
      return { pos: $at.after() + 1, line: indicatorLine(box, box.bottom) }
    const section = $at.before(-1)
    const around = boxAt(view, section)
    return around && { pos: section, line: indicatorLine(around, around.top - HALF_GAP_PX) }
  }
  let depth = flowDepth($at)
  // Below the last block of a section means after the section.
  for (;;) {
    const block = blockAt($at, depth)
    const box = block === undefined ? undefined : boxAt(view, block.from)
    if (!block || !box) return undefined
    const isLast = block.to === $at.end(depth)
    if (depth > 0 && isLast && y > box.bottom) {
      depth = depth - 2
      continue
    }
    return y < box.top + box.height / 2
      ? { pos: block.from, line: indicatorLine(box, box.top - HALF_GAP_PX) }
      : { pos: block.to, line: indicatorLine(box, box.bottom + HALF_GAP_PX) }
  }
}

/** The block of that depth at or next to a position. */
function blockAt($at: ResolvedPos, depth: number): { from: number; to: number } | undefined {
  if ($at.depth > depth) return { from: $at.before(depth + 1), to: $at.after(depth + 1) }
  const { nodeBefore, nodeAfter, pos } = $at
  if (nodeAfter) return { from: pos, to: pos + nodeAfter.nodeSize }
  return nodeBefore ? { from: pos - nodeBefore.nodeSize, to: pos } : undefined
}

function boxAt(view: EditorView, pos: number): DOMRect | undefined {
  const drawn = view.nodeDOM(pos)
  return drawn instanceof Element ? drawn.getBoundingClientRect() : undefined
}

/** Half of the gap between two blocks, in px. */
const HALF_GAP_PX = 6

const indicatorLine = ({ left, width }: DOMRect, y: number) => ({ x: left, y, width })
