// Tooltip on hover and keyboard focus; hoverable, closes with Escape.
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { usePopover } from './popover/use-popover.ts'
import css from './tooltip.module.css'

export const SHOW_AFTER_MS = 400 // ms
const HIDE_AFTER_MS = 80 // ms, time to move the pointer onto the hint

/** One tooltip shared by many targets. */
export function useTooltip<T = undefined>(passesEscape = false) {
  const { open, setOpen, panel, anchor } = usePopover<HTMLElement>('center', { passesEscape })
  const [target, setTarget] = useState<{ at: HTMLElement; about: T }>()
  const timer = useRef(0)
  const [acts] = useState(() => {
    const set = (next: typeof target) => {
      if (next) {
        anchor.current = next.at
        setTarget(next)
      }
      setOpen(next !== undefined)
    }
    const later = (next: typeof target, ms: number) => {
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => set(next), ms)
    }
    return {
      showSoon: (at: HTMLElement, about: T) => later({ at, about }, SHOW_AFTER_MS),
      hideSoon: () => later(undefined, HIDE_AFTER_MS),
      hide: () => {
        window.clearTimeout(timer.current)
        set(undefined)
      },
      keep: () => window.clearTimeout(timer.current),
    }
  })
  useEffect(() => acts.keep, [acts])
  return {
    ...acts,
    shown: open ? target : undefined,
    /** Props of the tooltip element. */
    bubble: {
      ref: panel,
      popover: 'manual',
      role: 'tooltip',
      className: css['tooltip'],
      onPointerEnter: acts.keep,
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && acts.hideSoon(),
    } as const,
  }
}

/**
 * Repeats the accessible name. It is therefore hidden from screen readers, and Escape also reaches a surrounding
 * dialog.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const { shown, showSoon, hideSoon, hide, bubble } = useTooltip<'hover' | 'focus'>(true)
  return (
    <span
      className={css['around']}
      // Not `onPointerEnter`, which does not fire when the pointer returns from the tooltip.
      onPointerOver={({ pointerType, currentTarget }) =>
        pointerType === 'mouse' && showSoon(currentTarget, 'hover')
      }
      onPointerLeave={hideSoon}
      onPointerDown={hide}
      onFocus={({ target, currentTarget }) =>
        target.matches(':focus-visible') && showSoon(currentTarget, 'focus')
      }
      onBlur={hide}
    >
      {children}
      <div aria-hidden="true" data-by={shown?.about} {...bubble}>
        {shown !== undefined && text}
      </div>
    </span>
  )
}
