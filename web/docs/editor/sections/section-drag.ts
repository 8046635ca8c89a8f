// The hand at the handle of a section, with a mouse or a finger. Keys and the menu do the same.
import type { EditorView } from 'prosemirror-view'
import { dropPlace, type Place } from './section-drop.ts'

/** As wide as the style draws it, and so far a hand may tremble, in px. */
const HANDLE = 40
const STILL = 4
/** So near to an edge of the window the page moves along, by so many px a frame. */
const EDGE = { above: 130, below: 90, step: 9 }

type Point = { x: number; y: number }
type Drag = { pos: number; from: Point; at: Point; isMoving: boolean; to?: Place | undefined }

type Drop = (pos: number, to: number | undefined) => void

export class Dragging {
  #view: EditorView
  #onDrop: Drop
  #drag: Drag | undefined
  #line = document.createElement('div')
  #ends = new AbortController()

  constructor(view: EditorView, onDrop: Drop) {
    this.#view = view
    this.#onDrop = onDrop
    this.#line.className = 'drop-cursor'
    this.#line.hidden = true
    Object.assign(this.#line.style, { position: 'absolute', height: '3px', pointerEvents: 'none' })
    view.dom.parentElement?.append(this.#line)
    const { signal } = this.#ends
    const { dom } = view
    dom.addEventListener('pointerdown', (event) => this.#begin(event), { signal })
    dom.addEventListener('pointermove', (event) => this.#move(event), { signal })
    dom.addEventListener('pointerup', () => this.#drop(), { signal })
    dom.addEventListener('pointercancel', () => this.end(), { signal })
    addEventListener('keydown', (event) => event.key === 'Escape' && this.end(), { signal })
    // By itself a finger would move the page.
    const keepStill = (event: TouchEvent) => {
      const [touch] = event.touches
      if (touch && this.#sectionOf(event.target, touch.clientX) !== undefined) event.preventDefault()
    }
    dom.addEventListener('touchstart', keepStill, { signal, passive: false })
  }

  destroy() {
    this.end()
    this.#ends.abort()
    this.#line.remove()
  }

  /** The place of the section whose handle that is. */
  #sectionOf(target: EventTarget | null, x: number): number | undefined {
    const headline = target instanceof Element ? target.closest('section > header') : null
    if (!headline || !this.#view.dom.contains(headline)) return undefined
    if (x - headline.getBoundingClientRect().left > HANDLE) return undefined
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
    if (isFirst && Math.hypot(clientX - drag.from.x, clientY - drag.from.y) < STILL) return
    drag.isMoving = true
    this.#show()
    if (isFirst) this.#follow(drag)
  }

  #show() {
    const { parentElement: around } = this.#view.dom
    const drag = this.#drag
    if (!drag || !around) return
    drag.to = dropPlace(this.#view, drag.pos, drag.at)
    this.#line.hidden = drag.to === undefined
    around.dataset['drags'] = ''
    if (!drag.to) return
    const box = around.getBoundingClientRect()
    const { style } = this.#line
    style.top = `${drag.to.line.y - box.top - around.clientTop - 1}px`
    style.left = `${drag.to.line.x - box.left - around.clientLeft}px`
    style.width = `${drag.to.line.width}px`
  }

  /** Moves the page as long as the hand rests near an edge of the window. */
  #follow(drag: Drag) {
    if (this.#drag !== drag) return
    const { y } = drag.at
    const step = y < EDGE.above ? -EDGE.step : y > innerHeight - EDGE.below ? EDGE.step : 0
    if (step !== 0) {
      scrollBy({ top: step, behavior: 'instant' })
      this.#show()
    }
    requestAnimationFrame(() => this.#follow(drag))
  }

  #drop() {
    const { pos, to } = this.#drag ?? {}
    if (pos === undefined) return
    this.end()
    this.#onDrop(pos, to?.pos)
  }

  /** Also when somebody changes the text meanwhile: what is dragged may have moved. */
  end() {
    this.#drag = undefined
    this.#line.hidden = true
    delete this.#view.dom.parentElement?.dataset['drags']
  }
}
