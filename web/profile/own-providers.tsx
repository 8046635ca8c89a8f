import { useSuspenseQuery } from '@tanstack/react-query'
import { linkWithProvider, ownIdentitiesQuery } from '#web/auth/providers.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/format.ts'
import { confirmUnlink } from './confirm-unlink.tsx'
import { ProfilePart } from './profile-part.tsx'

/** Links the account to the company's sign-in. Renders nothing without a configured provider. */
export function OwnProviders() {
  const { items } = useSuspenseQuery(ownIdentitiesQuery).data
  if (items.length === 0) return null
  const isLinked = items.some(({ made_at }) => made_at !== null)
  return (
    <ProfilePart id="anbieter" title="Anmeldung der Firma" state={isLinked ? 'verbunden' : 'nicht verbunden'}>
      <p>Ist Ihr Konto verbunden, melden Sie sich ohne eigenes Passwort an.</p>
      {items.map(({ key, name, made_at }) =>
        made_at === null ? (
          <Button key={key} onClick={() => linkWithProvider(key)}>
            Mit {name} verbinden
          </Button>
        ) : (
          <div key={key}>
            <p>
              Mit {name} verbunden seit {formatDate(made_at)}.
            </p>
            <Button onClick={() => void confirmUnlink({ key, name })}>Verbindung mit {name} lösen</Button>
          </div>
        ),
      )}
    </ProfilePart>
  )
}
