/** A bar of tools for something that is being worked on: one stop for Tab, arrows, Home and End move inside. */
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useState } from 'react'
import { MoreIcon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import css from './tools.module.css'

type Props = {
  label: string
  /** The id of what the tools work on. */
  controls: string
  /** Where the keyboard returns to with Escape. */
  onLeave: () => void
  bar: RefObject<HTMLDivElement | null>
  children: ReactNode
  /** On a phone these wait behind a button. */
  more: ReactNode
}

export function Tools({ label, controls, onLeave, bar, children, more }: Props) {
  const [all, setAll] = useState(false)
  const id = useId()
  const stops = () => [...(bar.current?.querySelectorAll('button') ?? [])].filter(isStop)

  // Which button is the one stop is the bar's business alone: no tool has to know of it.
  const stopAt = (wanted?: Element | null) => {
    const all = stops()
    const at = all.find((stop) => stop === wanted) ?? all.find(({ tabIndex }) => tabIndex === 0) ?? all[0]
    for (const stop of all) stop.tabIndex = stop === at ? 0 : -1
  }
  useLayoutEffect(() => stopAt())

  const keys = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = stops()
    const at = all.findIndex((stop) => stop === event.target)
    if (at < 0) return
    const last = all.length - 1
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key]
    if (event.key === 'Escape') onLeave()
    else if (to === undefined) return
    else all[(to + all.length) % all.length]?.focus()
    event.preventDefault()
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      className={css['bar']}
      onKeyDown={keys}
      onFocus={({ target }) => stopAt(target)}
      // A press shall not take the focus, and with it the selection, from what is worked on.
      onMouseDown={(event) => isStop(event.target as Element) && event.preventDefault()}
    >
      {children}
      <div className={css['toggle']}>
        <IconButton
          label={all ? 'Weniger Werkzeuge' : 'Mehr Werkzeuge'}
          icon={<MoreIcon />}
          aria-expanded={all}
          aria-controls={id}
          onClick={() => setAll(!all)}
        />
      </div>
      <div id={id} className={css['more']} data-open={all}>
        {more}
      </div>
    </div>
  )
}

/** The buttons of the bar itself, not those of an open menu; what is not drawn cannot be reached. */
const isStop = (element: Element) => {
  const button = element.closest('button')
  return button !== null && !button.closest('[popover]') && button.checkVisibility()
}

export function ToolGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={css['group']}>
      {children}
    </div>
  )
}

type ToolProps = {
  /** With the keys that do the same. */
  label: string
  icon: ReactNode
  /** Only for what is on or off. */
  pressed?: boolean | undefined
  /** It stays reachable, so that the keyboard does not lose its place. */
  disabled?: boolean | undefined
  onPress: () => void
}

export function Tool({ label, icon, pressed, disabled, onPress }: ToolProps) {
  return (
    <IconButton
      label={label}
      icon={icon}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onPress()}
    />
  )
}
