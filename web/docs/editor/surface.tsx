// The element that is typed into. React only holds the place for it.
import { type KeyboardEvent, lazy, Suspense, useLayoutEffect, useRef } from 'react'
import type { Editor } from './editor.ts'
import chips from './prompts/field-chips.module.css'
import type { PromptKind } from './prompts/prompt-gestures.ts'
import prose from './prose.module.css'
import boxes from './sections/sections.module.css'
import css from './surface.module.css'
import { keysShown } from './tools/shown-keys.ts'

/** The id that the tool bar's `aria-controls` names. */
export const SURFACE = 'inhalt-des-prozesses'

type Props = {
  editor: Editor
  onPrompt: (kind: PromptKind) => void
  onTools: () => void
  onLeave: () => void
}

const SlashHits = lazy(async () => ({ default: (await import('./later-parts.ts')).SlashHits }))

export function Surface({ editor, onPrompt, onTools, onLeave }: Props) {
  const place = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (!place.current) return undefined
    return editor.show(place.current, {
      id: SURFACE,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': 'Inhalt des Prozesses',
      'aria-describedby': `${SURFACE}-hilfe`,
      lang: 'de',
      class: [css['text'], prose['prose'], boxes['sections'], chips['fields']].join(' '),
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
      <p id={`${SURFACE}-hilfe`} hidden>
        „/“ nach einem Leerzeichen fügt etwas ein.
        {keysShown && ' Alt+F10 führt zu den Werkzeugen, Escape aus dem Text, Strg+S speichert.'}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the text inside is the textbox */}
      <div ref={place} className={css['surface']} onKeyDown={keys} />
      <Suspense>
        <SlashHits editor={editor} onPrompt={onPrompt} />
      </Suspense>
    </>
  )
}
