import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Failed } from '#web/api.ts'
import { statusQuery } from '#web/status/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, SubmitButton } from '#web/ui/field/form.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import css from './auth.module.css'
import { EntryScreen } from './entry-screen.tsx'
import { goIn, hasEnteredElsewhere, logIn } from './queries.ts'
import { useSessionEnded } from './session-end.ts'

/** Without a network there is the form, and no more. */
const orNothing = () => ({ default: () => <></> })
const PasskeyLogin = lazy(() =>
  import('#web/factors/at-login.tsx').then(({ PasskeyLogin }) => ({ default: PasskeyLogin }), orNothing),
)
const CodeQuestion = lazy(async () => ({
  default: (await import('#web/factors/code-question.tsx')).CodeQuestion,
}))
const Forgotten = lazy(async () => ({
  default: (await import('#web/invitations/forgotten.tsx')).Forgotten,
}))

const BesidePassword = lazy(() =>
  import('./beside-password.tsx').then(({ BesidePassword }) => ({ default: BesidePassword }), orNothing),
)

/** Whoever comes back to a window whose session has ended may have signed in in another one by now. */
function useSignedInElsewhere(hasEnded: boolean, enter: () => Promise<void>) {
  const latest = useLatest(enter)
  useEffect(() => {
    const goOn = async () => {
      if (await hasEnteredElsewhere()) await latest.current()
    }
    const look = () => void (hasEnded && document.visibilityState === 'visible' && goOn())
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [hasEnded, latest])
}

export function LoginScreen() {
  const navigate = useNavigate()
  const hasEnded = useSessionEnded()
  const { can_mail: canMail, providers = [] } = useQuery(statusQuery).data ?? {}
  const [instead, setInstead] = useState<'forgotten' | 'code'>()
  const passwordField = useRef<HTMLInputElement>(null)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [isLeaving, setIsLeaving] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()

  const submit = async () => {
    setRefusal(undefined)
    setIsLeaving(true)
    try {
      await logIn({ username, password })
    } catch (problem) {
      setIsLeaving(false)
      if (problem instanceof Failed && problem.detail === 'Code Required') {
        setInstead('code')
        return
      }
      setRefusal({ reason: reasonOf(problem) })
      // The next key writes it anew.
      passwordField.current?.select()
      return
    }
    await enter()
  }

  const enter = () => goIn(navigate)
  useSignedInElsewhere(hasEnded, enter)

  return (
    <EntryScreen>
      {instead ? (
        <Suspense>
          {instead === 'code' ? (
            <CodeQuestion {...{ username, password }} onIn={enter} onBack={() => setInstead(undefined)} />
          ) : (
            <Forgotten account={username} onBack={() => setInstead(undefined)} />
          )}
        </Suspense>
      ) : (
        <>
          <h1>Anmelden</h1>
          {hasEnded && <Notice>Ihre Sitzung ist zu Ende. Bitte melden Sie sich neu an.</Notice>}
          <Form onSubmit={submit} label="Anmelden">
            <TextField
              label="Benutzername"
              name="username"
              autoComplete="username webauthn"
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
          <Suspense>
            <PasskeyLogin onIn={enter} />
          </Suspense>
          {canMail ? (
            <Button variant="quiet" onClick={() => setInstead('forgotten')}>
              Passwort vergessen?
            </Button>
          ) : (
            <p className={css['help']}>
              Kein Passwort, oder vergessen? Ein Admin Ihrer Firma gibt Ihnen ein neues.
            </p>
          )}
          <Suspense>
            <BesidePassword providers={providers} isLeaving={isLeaving || hasEnded} />
          </Suspense>
        </>
      )}
    </EntryScreen>
  )
}

/** Always the one sentence; behind it, where there is one, what can be done about it. */
type Refusal = { reason: string | undefined }

const reasonOf = (problem: unknown) =>
  problem instanceof Failed && problem.detail !== 'Unauthorized' ? problem.message : undefined
