/** Where the text is written. React only holds the place for it. */
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import type { Desk } from './desk.ts'
import css from './sheet.module.css'

/** The toolbar says by it what it works on. */
export const SHEET = 'inhalt-des-prozesses'

type Props = { desk: Desk; onTools: () => void; onLeave: () => void }

export function Sheet({ desk, onTools, onLeave }: Props) {
  const place = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (!place.current) return undefined
    return desk.show(place.current, {
      id: SHEET,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': 'Inhalt des Prozesses',
      'aria-describedby': `${SHEET}-hilfe`,
      lang: 'de',
      class: css['text'] ?? '',
    })
  }, [desk])

  const keys = (event: KeyboardEvent) => {
    if (event.altKey && event.key === 'F10') onTools()
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
  }
  return (
    <>
      <p id={`${SHEET}-hilfe`} hidden>
        Alt+F10 führt zu den Werkzeugen, Escape aus dem Text, Strg+S speichert.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the text inside is the textbox */}
      <div ref={place} className={css['sheet']} onKeyDown={keys} />
    </>
  )
}
