/** The one hint of all cells: where the state under the pointer or the focus comes from, asked for only then. */
import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import type { Assignment } from '#contract/users.ts'
import { sentenceOf } from '#web/api.ts'
import { formatDateTime } from '#web/ui/format.ts'
import { place } from '#web/ui/place.ts'
import { words } from './cells.ts'
import css from './details.module.css'
import { type CellAt, cellQuery } from './queries.ts'

export type DetailsHandle = { showSoon(at: HTMLElement, cell: CellAt): void; hide(): void; hideSoon(): void }

export const SHOW_AFTER = 400 // ms
const HIDE_AFTER = 80 // ms, time to move the pointer onto the hint

export function Details({ ref }: { ref: Ref<DetailsHandle> }) {
  const [shown, setShown] = useState<{ at: HTMLElement; cell: CellAt }>()
  const timer = useRef(0)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  useImperativeHandle(ref, () => {
    const later = (next: typeof shown, ms: number) => {
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => setShown(next), ms)
    }
    return {
      showSoon: (at, cell) => later({ at, cell }, SHOW_AFTER),
      hideSoon: () => later(undefined, HIDE_AFTER),
      hide: () => {
        window.clearTimeout(timer.current)
        setShown(undefined)
      },
    }
  }, [])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const at = shown?.at
  useEffect(() => {
    const hint = panel.current
    if (!at || !hint) return undefined
    hint.showPopover()
    at.setAttribute('aria-describedby', id)
    const adjust = () => {
      const size = { width: hint.offsetWidth, height: hint.offsetHeight }
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
      const { left, top } = place(at.getBoundingClientRect(), size, view, 'center')
      hint.style.left = `${left}px`
      hint.style.top = `${top}px`
    }
    const resized = new ResizeObserver(adjust)
    resized.observe(hint)
    const hide = () => setShown(undefined)
    const escape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide()
    }
    const outside = ({ target }: Event) => {
      if (!hint.contains(target as Node)) hide()
    }
    document.addEventListener('keydown', escape)
    document.addEventListener('pointerdown', outside)
    document.addEventListener('scroll', hide, { capture: true, passive: true })
    return () => {
      resized.disconnect()
      document.removeEventListener('keydown', escape)
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('scroll', hide, true)
      at.removeAttribute('aria-describedby')
      hint.hidePopover()
    }
  }, [at, id])

  return (
    <div
      ref={panel}
      popover="manual"
      id={id}
      role="tooltip"
      className={css['hint']}
      onPointerEnter={() => window.clearTimeout(timer.current)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setShown(undefined)}
    >
      {shown && <Words key={`${shown.cell.user.id} ${shown.cell.group.id}`} cell={shown.cell} />}
    </div>
  )
}

function Words({ cell }: { cell: CellAt }) {
  const { data, error } = useQuery(cellQuery(cell))
  return (
    <>
      <p className={css['cell']}>
        {cell.user.name} – {cell.group.name}
      </p>
      <p>{data ? sentence(data) : error ? sentenceOf(error) : 'Lade...'}</p>
    </>
  )
}

/** 'Von Hand zugewiesen von Clara Döring, 03.04.2027 09:30:00'. */
function sentence({ state, in_planner, changed_by_display_name: name, changed_at }: Assignment): string {
  const source = state === 'revoked' ? 'In der Planung zugewiesen, hier entzogen' : capital(words[state])
  const kept = state === 'empty' && in_planner ? ', in der Planung vorhanden' : ''
  if (!changed_at) return `${source}${kept}.`
  const by = name ? `von ${name}` : 'von einem gelöschten Benutzer'
  const when = `${by}, ${formatDateTime(changed_at)}`
  return state === 'granted' || state === 'revoked'
    ? `${source} ${when}.`
    : `${source}${kept}. Zuletzt von Hand geändert ${when}.`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
