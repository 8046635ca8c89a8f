// ARIA toolbar: one tab stop; arrows, Home and End move inside.
import { type ReactNode, type RefObject, useId, useState } from 'react'
import { MoreIcon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { nextHorizontal, useRoving } from './keyboard/arrows.ts'
import css from './toolbar.module.css'

type Props = {
  label: string
  /** Id of the controlled element. */
  controls: string
  /** On Escape: focus the text. */
  onLeave: () => void
  bar: RefObject<HTMLDivElement | null>
  children: ReactNode
  /** Collapsed on phones. */
  more: ReactNode
}

export function Toolbar({ label, controls, onLeave, bar, children, more }: Props) {
  const [all, setAll] = useState(false)
  const id = useId()
  const roving = useRoving(bar, { items: buttonsIn, next: nextHorizontal })
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
      // Keeps focus and selection in the text.
      onMouseDown={(event) => isToolbarButton(event.target as Element) && event.preventDefault()}
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

const buttonsIn = (bar: HTMLElement) => [...bar.querySelectorAll('button')].filter(isToolbarButton)

/** Visible buttons of the bar itself, not of an open menu. */
const isToolbarButton = (element: Element) => {
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
  /** Including the shortcut. */
  label: string
  icon: ReactNode
  /** Only for toggles. */
  pressed?: boolean | undefined
  /** Stays focusable. */
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
