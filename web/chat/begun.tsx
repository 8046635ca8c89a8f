import { copyText } from '#web/ui/copy-text.ts'
import { offerUndo } from '#web/undo/offer-undo.ts'
import css from './chat.module.css'
import type { Draft } from './drafts.ts'

type Props = {
  draft: Draft
  /** Where discarding it can be taken back. */
  place: string
  /** Takes it out, and gives the way to put it back. */
  onDiscard: () => () => void
}

/** What somebody has begun to write where nothing can be said any more. */
export function Begun({ draft: { text, image }, place, onDiscard }: Props) {
  const throwAway = () => offerUndo(place, 'Nachricht verworfen', onDiscard())
  return (
    <div className={css['begun']}>
      {text && <p dir="auto">{text}</p>}
      {image && <img src={image} alt="Bild, das mitgesendet werden sollte" />}
      <p className={css['sending']}>
        <span>begonnen und nicht gesendet</span>
        {text && (
          <button
            type="button"
            onClick={() => void copyText(text, { said: 'Nachricht kopiert', what: 'die Nachricht' })}
          >
            kopieren
          </button>
        )}
        <button type="button" onClick={throwAway}>
          verwerfen
        </button>
      </p>
    </div>
  )
}
