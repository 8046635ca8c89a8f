import { toast } from '#web/ui/toast/toast.tsx'
import css from './chat.module.css'
import { discard, retry, type Unsent } from './unsent.ts'

/** How it stands with what is not with the server yet. */
export function Sending({ unsent }: { unsent: Unsent }) {
  const { client_key, state, why } = unsent
  const throwAway = () =>
    toast('Nachricht verworfen', { action: { text: 'Rückgängig', onPick: discard(unsent) } })
  if (state === 'sending') return <p className={css['sending']}>wird gesendet</p>
  return (
    <output className={css['sending']} data-refused={state === 'refused'}>
      <span>{state === 'refused' ? why : 'wartet auf Verbindung'}</span>
      <button type="button" onClick={() => retry(client_key)}>
        erneut versuchen
      </button>
      <button type="button" onClick={throwAway}>
        verwerfen
      </button>
    </output>
  )
}
