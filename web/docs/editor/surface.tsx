// The editable element; React only provides its container.
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { isTouch } from '#web/ui/media.ts'
import type { Editor } from './editor.ts'
import { formatKeys } from './key-words.ts'
import { SlashList } from './slash-list.tsx'
import css from './surface.module.css'

/** Target of the tool bar's `aria-controls`. */
export const SURFACE_ID = 'inhalt-des-prozesses'

/** Shortcuts are hidden on touch devices. */
export const hasKeyHints = !isTouch()

type Props = { editor: Editor; onTools: () => void; onLeave: () => void }

export function Surface({ editor, onTools, onLeave }: Props) {
  const place = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (!place.current) return undefined
    return editor.show(place.current, {
      id: SURFACE_ID,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': 'Inhalt des Prozesses',
      'aria-describedby': `${SURFACE_ID}-hilfe`,
      lang: 'de',
      class: css['text'] ?? '',
    })
  }, [editor])

  const keys = (event: KeyboardEvent) => {
    if (event.altKey && event.key === 'F10') onTools()
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
  }
  return (
    <>
      <p id={`${SURFACE_ID}-hilfe`} hidden>
        „/“ nach einem Leerzeichen fügt etwas ein.
        {hasKeyHints &&
          ` ${formatKeys('Alt-F10')} führt zu den Werkzeugen, Escape aus dem Text, ${formatKeys('Mod-s')} speichert.`}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the text inside is the textbox */}
      <div ref={place} className={css['surface']} onKeyDown={keys} />
      <SlashList editor={editor} />
    </>
  )
}
