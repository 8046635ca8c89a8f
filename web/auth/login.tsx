import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Failed } from '#web/api.ts'
import { startSearch } from '#web/docs/search.ts'
import { useAppName } from '#web/shell/app-name.ts'
import { Logo } from '#web/shell/logo.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import css from './auth.module.css'
import { logIn } from './queries.ts'
import { useSessionEnded } from './session-end.ts'

export function LoginScreen() {
  const navigate = useNavigate()
  const name = useAppName()
  const hasEnded = useSessionEnded()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()

  const submit = async () => {
    setError(undefined)
    try {
      await logIn(username, password)
    } catch (problem) {
      setError(sentenceOf(problem))
      return
    }
    await navigate({ to: '/docs', search: startSearch, replace: true })
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
        <Form onSubmit={submit} error={error} label="Anmelden">
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
            label="Passwort"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={setPassword}
          />
          <SubmitButton>Anmelden</SubmitButton>
        </Form>
      </div>
    </main>
  )
}

/** Always the one sentence; behind it, where there is one, what can be done about it. */
function sentenceOf(problem: unknown): string {
  const failed = 'Login fehlgeschlagen'
  if (!(problem instanceof Failed) || problem.status === 401) return failed
  return `${failed}: ${problem.message}`
}
