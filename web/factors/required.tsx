// Replaces every screen while an administrator lacks the required second factor.
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import css from '#web/auth/auth.module.css'
import { EntryScreen } from '#web/auth/entry-screen.tsx'
import { useWindowTitle } from '#web/shell/window-title.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { hasPasskeys } from './browser.ts'
import own from './factors.module.css'
import { AddPasskey } from './passkeys.tsx'
import { passkeysQuery } from './queries.ts'
import { SetUpCodes } from './set-up-codes.tsx'

export function RequiredFactor() {
  useWindowTitle('Zweiter Faktor')
  const router = useRouter()
  const { username } = useCurrentUser()
  const canPasskey = (useQuery(passkeysQuery).data?.is_possible ?? false) && hasPasskeys()
  const [chosen, setChosen] = useState<'passkey' | 'codes'>()
  const close = () => setChosen(undefined)
  // Loads the screen again: the server has refused its requests while the second factor was missing.
  const goOn = () => void router.invalidate()
  return (
    <EntryScreen>
      <h1>Richten Sie einen zweiten Faktor ein</h1>
      <p>
        Angemeldet als <strong>{username}</strong>. Admins brauchen hier zum Anmelden mehr als ein Passwort.
        Danach geht es weiter.
      </p>
      <div className={own['ways']}>
        {canPasskey && (
          <Button variant="primary" onClick={() => setChosen('passkey')}>
            Passkey anlegen
          </Button>
        )}
        <Button variant={canPasskey ? 'plain' : 'primary'} onClick={() => setChosen('codes')}>
          Einmalcodes einrichten
        </Button>
      </div>
      <div className={css['already']}>
        <LinkButton to="/logout">Logout</LinkButton>
      </div>
      {chosen === 'passkey' && <AddPasskey onClose={close} onAdded={goOn} />}
      {chosen === 'codes' && <SetUpCodes onClose={close} onDone={goOn} />}
    </EntryScreen>
  )
}
