import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Failed } from '#web/api.ts'
import { startSearch } from '#web/docs/search.ts'
import { useAppName } from '#web/shell/app-name.ts'
import { Logo } from '#web/shell/logo.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { isSmallWindow } from '#web/ui/small-window.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { currentUserQuery } from '#web/users/queries.ts'
import css from './auth.module.css'
import { logIn } from './queries.ts'
import { useSessionEnded } from './session-end.ts'

export function LoginScreen() {
  const navigate = useNavigate()
  const name = useAppName()
  const hasEnded = useSessionEnded()
  const passwordField = useRef<HTMLInputElement>(null)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isLeaving, setIsLeaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()

  const submit = async () => {
    setRefusal(undefined)
    setIsLeaving(true)
    try {
      await logIn(username, password)
    } catch (problem) {
      setRefusal({ reason: reasonOf(problem) })
      setIsLeaving(false)
      // The next key writes it anew.
      passwordField.current?.select()
      return
    }
    if (isSmallWindow()) await navigate({ to: '/today', replace: true })
    else await navigate({ to: '/docs', search: startSearch, replace: true })
  }

  return (
    <main className={css['screen']}>
      <div className={css['card']}>
        <div className={css['brand']}>
          <Logo size={44} />
          <p>{name}</p>
        </div>
        <h1>Anmelden</h1>
        {hasEnded && <Notice>Ihre Sitzung ist zu Ende. Bitte melden Sie sich neu an.</Notice>}
        <Form onSubmit={submit} label="Anmelden">
          <TextField
            label="Benutzername"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do here
            autoFocus
            required
            value={username}
            onChange={setUsername}
          />
          <TextField
            ref={passwordField}
            label="Passwort"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={setPassword}
          />
          <SubmitButton>Anmelden</SubmitButton>
          {refusal && (
            <Notice tone="danger">
              <p>Login fehlgeschlagen</p>
              {refusal.reason && <p>{refusal.reason}</p>}
            </Notice>
          )}
        </Form>
        <p className={css['help']}>
          Kein Passwort, oder vergessen? Ein Admin Ihrer Firma gibt Ihnen ein neues.
        </p>
        {!isLeaving && !hasEnded && <SignedInAlready />}
      </div>
    </main>
  )
}

/** Always the one sentence; behind it, where there is one, what can be done about it. */
type Refusal = { reason: string | undefined }

const reasonOf = (problem: unknown) =>
  problem instanceof Failed && problem.status !== 401 ? problem.message : undefined

/** Whoever comes back to this address need not sign in again, and may as somebody else. */
function SignedInAlready() {
  const { data: me } = useQuery({ ...currentUserQuery, refetchInterval: false, retry: false })
  if (!me) return null
  return (
    <div className={css['already']}>
      <p>Sie sind als „{me.username}“ angemeldet.</p>
      <LinkButton to="/docs" search={startSearch}>
        Weiter zu den Prozessen
      </LinkButton>
    </div>
  )
}
