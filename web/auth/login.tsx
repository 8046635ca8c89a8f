import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CallError } from '#web/api.ts'
import { PasskeyLogin } from '#web/factors/at-login.tsx'
import { CodeQuestion } from '#web/factors/code-question.tsx'
import { ForgottenPassword } from '#web/invitations/forgotten.tsx'
import { statusQuery } from '#web/status/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, SubmitButton } from '#web/ui/field/form.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SignInAlternatives } from './beside-password.tsx'
import { EntryScreen } from './entry-screen.tsx'
import { goToStart, logIn, takeOverSession } from './queries.ts'
import { useSessionEnded } from './session-end.ts'

/** After the session has expired: leaves the login once somebody has signed in in another window. */
function useOnSignInElsewhere(hasEnded: boolean, onIn: () => Promise<void>) {
  const enter = useEffectEvent(onIn)
  useEffect(() => {
    const goOn = async () => {
      if (await takeOverSession()) await enter()
    }
    const look = () => void (hasEnded && document.visibilityState === 'visible' && goOn())
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [hasEnded])
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
  const [refusal, setRefusal] = useState<LoginRefusal>()

  const submit = async () => {
    setRefusal(undefined)
    // Enter in the username field submits the form: without a password it moves the focus to the password field.
    if (password === '') {
      passwordField.current?.focus()
      return
    }
    setIsLeaving(true)
    try {
      await logIn({ username, password })
    } catch (problem) {
      setIsLeaving(false)
      if (problem instanceof CallError && problem.detail === 'Code Required') {
        setInstead('code')
        return
      }
      setRefusal({ reason: reasonOf(problem) })
      // Selected, so that typing replaces the wrong password.
      passwordField.current?.select()
      return
    }
    await enter()
  }

  const enter = () => goToStart(navigate)
  useOnSignInElsewhere(hasEnded, enter)

  return (
    <EntryScreen>
      {instead === 'code' ? (
        <CodeQuestion {...{ username, password }} onIn={enter} onBack={() => setInstead(undefined)} />
      ) : instead === 'forgotten' ? (
        <ForgottenPassword account={username} onBack={() => setInstead(undefined)} />
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
          <PasskeyLogin onIn={enter} />
          {canMail ? (
            <Button variant="quiet" onClick={() => setInstead('forgotten')}>
              Passwort vergessen?
            </Button>
          ) : (
            <p className="quiet">
              Kein Passwort, oder vergessen? Ein Admin Ihrer Firma schickt Ihnen einen Link.
            </p>
          )}
          <SignInAlternatives providers={providers} isLeaving={isLeaving || hasEnded} />
        </>
      )}
    </EntryScreen>
  )
}

/** The notice always says „Login fehlgeschlagen“; `reason` is an optional second sentence. */
type LoginRefusal = { reason: string | undefined }

const reasonOf = (problem: unknown) =>
  problem instanceof CallError && problem.detail !== 'Unauthorized' ? problem.message : undefined
