// Search of a list. On phones a magnifier in the top bar opens its field. It replaces the magnifier of the global
// search.
import { type ComponentProps, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CloseIcon, SearchIcon } from '../icon.tsx'
import { IconButton } from '../icon-button.tsx'
import { FilterBox } from './filter-box.tsx'
import css from './list-search.module.css'

export function ListSearchBox(box: ComponentProps<typeof FilterBox>) {
  const [isOpen, setIsOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const focus = (what: string) => whole.current?.querySelector<HTMLElement>(what)?.focus()
  function open() {
    // Renders and focuses during the click: otherwise phones open no keyboard.
    flushSync(() => setIsOpen(true))
    focus('input')
  }
  function close() {
    box.onChange('')
    flushSync(() => setIsOpen(false))
    focus('button')
  }
  return (
    <div ref={whole} className={css['whole']} data-bar-search>
      <span className={css['sign']}>
        <IconButton label="Suchen" icon={<SearchIcon />} aria-expanded={isOpen} onClick={open} />
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes, wherever inside it is pressed */}
      <div
        className={css['field']}
        data-open={isOpen || box.value !== ''}
        onKeyDown={({ key }) => key === 'Escape' && box.value === '' && isOpen && close()}
      >
        <FilterBox {...box} />
        <span className={css['sign']}>
          <IconButton label="Suche schließen" icon={<CloseIcon />} onClick={close} />
        </span>
      </div>
    </div>
  )
}
