// A bar of tools for something that is being worked on: one stop for Tab, arrows, Home and End move inside.
import { type ReactNode, type RefObject, useId, useState } from 'react'
import { MoreIcon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { nextBeside, useRoving } from './keyboard/arrows.ts'
import css from './toolbar.module.css'

type Props = {
  label: string
  /** The id of what the tools work on. */
  controls: string
  /** Escape: returns the focus to the text. */
  onLeave: () => void
  bar: RefObject<HTMLDivElement | null>
  children: ReactNode
  /** On a phone these wait behind a button. */
  more: ReactNode
}

export function Toolbar({ label, controls, onLeave, bar, children, more }: Props) {
  const [all, setAll] = useState(false)
  const id = useId()
  const roving = useRoving(bar, { items: stopsIn, next: nextBeside })
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      className={css['bar']}
      onFocus={roving.onFocus}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return roving.onKeyDown(event)
        event.preventDefault()
        onLeave()
      }}
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

const stopsIn = (bar: HTMLElement) => [...bar.querySelectorAll('button')].filter(isStop)

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
