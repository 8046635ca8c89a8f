import { offerUndo } from '#web/undo/offer-undo.ts'
import css from './chat.module.css'
import { discard, retry, type Unsent } from './unsent.ts'

/** How it stands with what is not with the server yet. `place`: where discarding it can be taken back. */
export function Sending({ unsent, place }: { unsent: Unsent; place: string }) {
  const { client_key, state, why, problem } = unsent
  const said = why ?? problem
  const throwAway = () => offerUndo(place, 'Nachricht verworfen', discard(unsent))
  if (state === 'sending') return <p className={css['sending']}>wird gesendet</p>
  return (
    <output className={css['sending']} data-refused={said !== undefined}>
      <span>{said ?? 'wartet auf Verbindung'}</span>
      <button type="button" onClick={() => retry(client_key)}>
        erneut versuchen
      </button>
      <button type="button" onClick={throwAway}>
        verwerfen
      </button>
    </output>
  )
}
