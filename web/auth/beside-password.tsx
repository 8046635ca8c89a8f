// Alternatives to the password, and the return from a provider.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { errorSentence } from '#web/api.ts'
import { defaultDocsSearch } from '#web/docs/search.ts'
import { useWindowTitle } from '#web/shell/window-title.ts'
import { statusQuery } from '#web/status/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/states.tsx'
import { currentUserQuery } from '#web/users/queries.ts'
import css from './auth.module.css'
import { EntryScreen } from './entry-screen.tsx'
import { finishSignIn, goToProvider, isLinkResponse } from './providers.ts'
import { goToStart } from './queries.ts'

type SignInAlternativesProps = { providers: Props['providers']; isLeaving: boolean }

/** Below the login form: a button per provider, and a way into the app for somebody who is signed in already. */
export function SignInAlternatives({ providers, isLeaving }: SignInAlternativesProps) {
  return (
    <>
      {providers.length > 0 && <ProviderButtons providers={providers} />}
      {!isLeaving && <SignedInAlready />}
    </>
  )
}

/** Part of the password prompt: offers a sign-in at a provider instead. The person then has to repeat the change. */
export function ConfirmAtProvider() {
  const { providers = [] } = useQuery(statusQuery).data ?? {}
  if (providers.length === 0) return null
  return (
    <>
      <p>Kein Passwort? Melden Sie sich neu an, und wiederholen Sie die Änderung.</p>
      <ProviderButtons providers={providers} again />
    </>
  )
}

type Props = { providers: readonly { key: string; name: string }[]; again?: boolean }

/** A button per provider. `again`: proves the identity of a signed-in user anew, instead of signing in. */
function ProviderButtons({ providers, again = false }: Props) {
  const [leavingFor, setLeavingFor] = useState<string>()
  const [error, setError] = useState<string>()
  // The back/forward cache restores the page with its state: without this, its button would stay busy.
  useEffect(() => {
    const stay = () => setLeavingFor(undefined)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])
  const go = async (key: string) => {
    setError(undefined)
    setLeavingFor(key)
    try {
      await goToProvider(key, { again })
    } catch (problem) {
      setError(errorSentence(problem))
      setLeavingFor(undefined)
    }
  }
  return (
    <div className={css['providers']}>
      {providers.map(({ key, name }) => (
        <Button key={key} pending={leavingFor === key} onClick={() => void go(key)}>
          Mit {name} {again ? 'bestätigen' : 'anmelden'}
        </Button>
      ))}
      {error && <Notice tone="danger">{error}</Notice>}
    </div>
  )
}

/** Shown on the login to somebody who is signed in. */
function SignedInAlready() {
  const { data: me } = useQuery({ ...currentUserQuery, refetchInterval: false, retry: false })
  if (!me) return null
  return (
    <div className={css['already']}>
      <p>Sie sind als „{me.username}“ angemeldet.</p>
      <LinkButton to="/docs" search={defaultDocsSearch}>
        Weiter zu den Prozessen
      </LinkButton>
    </div>
  )
}

const route = getRouteApi('/login/$provider')

/**
 * Callback page of a provider. Sends the provider's response to the server, then navigates on or shows the error.
 */
export function ProviderReturn() {
  const { provider } = route.useParams()
  const navigate = useNavigate()
  const [returned] = useState(() => location.search.slice(1))
  const isLinking = isLinkResponse(returned)
  const title = isLinking ? 'Konto verbinden' : 'Anmelden'
  useWindowTitle(title)
  const [refusal, setRefusal] = useState(
    returned === '' ? 'In dieser Adresse fehlt die Antwort des Anbieters.' : '',
  )

  useEffect(() => {
    if (returned === '') return
    const goOn = async () => {
      const path = await finishSignIn(provider, returned)
      // Keeps the provider's code out of the history.
      if (path?.startsWith('/ui/')) location.replace(path)
      else await goToStart(navigate)
    }
    goOn().catch((problem: unknown) => {
      setRefusal(errorSentence(problem))
      history.replaceState(history.state, '', location.pathname)
    })
  }, [provider, returned, navigate])

  return (
    <EntryScreen>
      {refusal === '' ? (
        <Loading />
      ) : (
        <>
          <h1>{title}</h1>
          <Notice tone="danger">
            {!isLinking && <p>Login fehlgeschlagen</p>}
            <p>{refusal}</p>
          </Notice>
          {isLinking ? (
            <LinkButton to="/profile">Zu Ihrem Profil</LinkButton>
          ) : (
            <LinkButton to="/login">Zur Anmeldung</LinkButton>
          )}
        </>
      )}
    </EntryScreen>
  )
}
