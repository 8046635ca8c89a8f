// Keeps the scroll position: at the end it stays at the end; further up, the message at the upper edge stays in place
// when content above it is added, removed or measured. One observer sees every change of height, after layout and
// before painting; the browser's scroll anchoring is off.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RoomSearch } from '../search.ts'
import type { OpenRoom } from './open-room.ts'

/** Distance from the end that still counts as the end. */
const AT_END_PX = 40
/** Distance from the beginning at which the next page is requested, so that it arrives in time. */
const LOAD_OLDER_PX = 1_200

type Scrolling = {
  /** The scrolling element. */
  log: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  isAtEnd: boolean
  toEnd: () => void
  /** Reports the visible messages to the room again. */
  look: () => void
}

/** Measures again when `rows` change. `reachedTarget`: the message to start at, or to scroll to. */
export function useScrolling(open: OpenRoom, rows: readonly unknown[], reachedTarget: RoomSearch): Scrolling {
  const log = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const anchor = useRef<{ element: Element; top: number }>(undefined)
  const atEnd = useRef(true)
  const lastTop = useRef(0)
  /** Last position set by code, to tell its scroll events from those of the person. */
  const putAt = useRef(-1)
  const [isAtEnd, setIsAtEnd] = useState(true)

  /** `isPut`: the position was set by code, so the anchor message is kept until its surroundings are rendered. */
  const lookAgain = useCallback(
    (isPut: boolean) => {
      const [view, list] = [log.current, content.current]
      if (!view || !list) return
      const { top, bottom } = view.getBoundingClientRect()
      // A scroll upwards leaves the end even by a pixel, so that new messages do not pull the reader back.
      const near = view.scrollTop < lastTop.current ? 1 : AT_END_PX
      atEnd.current = view.scrollHeight - view.scrollTop - view.clientHeight < near
      lastTop.current = view.scrollTop
      setIsAtEnd(atEnd.current)
      const kept =
        isPut && isInSight(anchor.current?.element, top, bottom) ? anchor.current?.element : undefined
      const first = kept ?? findAnchor(firstBelow(list, top), bottom)
      anchor.current = first && { element: first, top: first.getBoundingClientRect().top }
      const seen = newestIdUpTo(lastAbove(list, bottom))
      if (seen !== undefined) open.seen(seen)
      if (view.scrollTop < LOAD_OLDER_PX) open.wantOlder()
    },
    [open],
  )
  const look = useCallback(() => lookAgain(log.current?.scrollTop === putAt.current), [lookAgain])

  const restore = useCallback(() => {
    const view = log.current
    if (!view) return
    // The person has scrolled, but the event has not fired yet.
    if (view.scrollTop !== lastTop.current) lookAgain(false)
    const { element, top } = anchor.current ?? {}
    const moved = element?.isConnected ? element.getBoundingClientRect().top - (top ?? 0) : 0
    if (atEnd.current) view.scrollTop = view.scrollHeight
    // Setting `scrollTop` would end a smooth scrolling that is under way.
    else if (moved !== 0) view.scrollTop += moved
    putAt.current = view.scrollTop
    lookAgain(true)
  }, [lookAgain])

  // Scrolls to the message that a search hit or quote leads to. Without such a message, and if the room was just opened:
  // to the line above new messages. If there are none either: to the end.
  useLayoutEffect(() => {
    const message = content.current?.querySelector(`[data-id="${reachedTarget.message}"]`)
    const line = message ?? (anchor.current ? null : content.current?.querySelector('[data-new]'))
    if (line && log.current) {
      const above = message ? log.current.clientHeight / 3 : 60
      log.current.scrollTop +=
        line.getBoundingClientRect().top - log.current.getBoundingClientRect().top - above
      look()
    } else restore()
  }, [look, restore, reachedTarget])

  useLayoutEffect(restore, [restore, rows])

  useEffect(() => {
    const [view, list] = [log.current, content.current]
    if (!view || !list) return undefined
    const size = new ResizeObserver(restore)
    size.observe(list)
    size.observe(view)
    view.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      view.removeEventListener('scroll', look)
    }
  }, [look, restore])

  const toEnd = useCallback(() => {
    atEnd.current = true
    restore()
  }, [restore])
  return { log, content, isAtEnd, toEnd, look }
}

/**
 * The anchor: the message that keeps its position on the screen. If `row` is a separator, which may disappear, the
 * message below it. If chunks of estimated height become visible, the first message below them.
 */
function findAnchor(row: Element | undefined, bottom: number): Element | undefined {
  let chunk = row?.parentElement
  while (chunk && !isDrawn(chunk)) chunk = chunk.nextElementSibling as HTMLElement | null
  const comesIntoSight =
    chunk !== row?.parentElement && (chunk?.getBoundingClientRect().top ?? bottom) < bottom
  let one = comesIntoSight ? chunk?.firstElementChild : row
  while (one && one.localName !== 'article') one = one.nextElementSibling
  return one ?? undefined
}
function isInSight(element: Element | undefined, top: number, bottom: number): boolean {
  if (!element?.isConnected) return false
  const box = element.getBoundingClientRect()
  return box.bottom > top && box.top < bottom
}

const isDrawn = ({ firstElementChild: row }: Element) =>
  row?.checkVisibility({ contentVisibilityAuto: true }) ?? true

/** First row with its lower edge below `top`, by bisection: first over the chunks, then over the rows of one. */
function firstBelow(list: Element, top: number): Element | undefined {
  const holds = (one: Element) => one.getBoundingClientRect().bottom > top
  const chunk = list.children[firstWhere(list, holds)]
  return chunk?.children[firstWhere(chunk, holds)]
}
function lastAbove(list: Element, bottom: number): Element | undefined {
  const holds = (one: Element) => one.getBoundingClientRect().top >= bottom
  const chunk = list.children[firstWhere(list, holds) - 1]
  return chunk?.children[firstWhere(chunk, holds) - 1]
}
function firstWhere({ children }: Element, holds: (one: Element) => boolean): number {
  let [from, to] = [0, children.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const one = children[middle]
    if (one && holds(one)) to = middle
    else from = middle + 1
  }
  return from
}

/** Id of the last numbered message at or above the element. Separators and unsent messages have no id. */
function newestIdUpTo(element: Element | undefined): number | undefined {
  let one: Element | null | undefined = element
  while (one) {
    const id = (one as HTMLElement).dataset['id']
    if (id !== undefined) return Number(id)
    one = one.previousElementSibling ?? one.parentElement?.previousElementSibling?.lastElementChild
  }
  return undefined
}
