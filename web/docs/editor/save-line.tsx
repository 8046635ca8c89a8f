import type { Ref } from 'react'
import { Button } from '#web/ui/button.tsx'
import css from './editor-screen.module.css'

type Props = { isChanged: boolean; busy: boolean; onSave: () => void; button?: Ref<HTMLButtonElement> }

/** Stands above and below the text. The button stays reachable where there is nothing to save. */
export function SaveLine({ isChanged, busy, onSave, button }: Props) {
  return (
    <div className={css['save']}>
      <span className={css['state']} data-changed={isChanged}>
        {isChanged ? 'Nicht gespeichert' : 'Gespeichert'}
      </span>
      <Button
        ref={button}
        variant="primary"
        pending={busy}
        aria-disabled={!isChanged && !busy}
        aria-keyshortcuts="Control+S"
        onClick={() => isChanged && onSave()}
      >
        Speichern
      </Button>
    </div>
  )
}
