import { useEffect, useRef } from 'react'
import { useStore } from '#web/store.ts'
import { Button } from '#web/ui/button.tsx'
import { focusHeading, useFocusHandover } from '#web/ui/keyboard/focus-on.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { dropUndos, type Undoable, undoables } from './offer-undo.ts'
import css from './undo-lines.module.css'

/** Upper bound of lines. */
const MAX_LINES = 3

type Props = {
  place: string
  /** The undos are dropped when the screen is left. */
  untilLeft?: boolean
}

/** Undos of this place, newest first, until used, dismissed or expired. */
export function UndoLines({ place, untilLeft = false }: Props) {
  const { id } = useCurrentUser()
  const offered = useStore(undoables).filter((one) => one.place === place && one.user_id === id)
  useEffect(() => (untilLeft ? () => dropUndos(place) : undefined), [place, untilLeft])
  if (offered.length === 0) return null
  return (
    <section aria-label="Rückgängig machen" className={css['lines']}>
      {offered.slice(0, MAX_LINES).map((one) => (
        <UndoLine key={one.id} {...one} />
      ))}
    </section>
  )
}

function UndoLine({ text, undo, close }: Undoable) {
  const line = useRef<HTMLDivElement>(null)
  useFocusHandover(line, focusHeading)
  return (
    <div ref={line}>
      <Notice
        action={
          <>
            <Button size="small" onClick={undo}>
              Rückgängig
            </Button>
            <Button size="small" variant="quiet" onClick={close}>
              Ausblenden
            </Button>
          </>
        }
      >
        {text}
      </Notice>
    </div>
  )
}
