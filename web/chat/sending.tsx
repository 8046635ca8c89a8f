import { standingInWords } from '#web/outbox/sentences.ts'
import { offerUndo } from '#web/undo/offer-undo.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import css from './chat.module.css'
import { discard, retry, type Unsent } from './unsent.ts'

/** How it stands with what is not with the server yet. `place`: where discarding it can be taken back. */
export function Sending({ unsent, place }: { unsent: Unsent; place: string }) {
  const { id: user } = useCurrentUser()
  const { standing } = unsent
  const throwAway = () => offerUndo(place, 'Nachricht verworfen', discard(user, unsent))
  const said = standingInWords(standing)
  if (standing.state !== 'waiting' && standing.state !== 'refused')
    return <p className={css['sending']}>{said}</p>
  return (
    <output className={css['sending']} data-refused={standing.problem !== undefined}>
      <span>{said}</span>
      <button type="button" onClick={() => retry(user, unsent.client_key)}>
        erneut versuchen
      </button>
      <button type="button" onClick={throwAway}>
        verwerfen
      </button>
    </output>
  )
}
