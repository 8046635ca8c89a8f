import { useEffect, useRef, useState } from 'react'
import { Failed, sentenceOf } from '#web/api.ts'
import { sessionsChanged } from '#web/auth/queries.ts'
import { Form, FormActions, SubmitButton } from '#web/ui/form.tsx'
import { focusOn } from '#web/ui/keyboard/focus-on.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { changeOwnPassword } from '#web/users/changes.ts'
import { useCurrentUser } from '#web/users/queries.ts'

/** Two fields that must agree; afterwards all other devices have to sign in again. */
export function ChangePassword() {
  const { username } = useCurrentUser()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [error, setError] = useState<string>()
  // Asked for only when the server wants it: the login is some time ago.
  const [present, setPresent] = useState<string>()
  const presentField = useRef<HTMLInputElement>(null)
  const isAsked = present !== undefined
  useEffect(() => {
    if (isAsked) presentField.current?.focus()
  }, [isAsked])
  const [left, setLeft] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // While the second one is still being typed its beginning is enough.
  const differs = again !== '' && again !== password && (left || !password.startsWith(again))

  const submit = async () => {
    setError(undefined)
    const body = present === undefined ? { password } : { password, current_password: present }
    try {
      if (present === '') throw new Failed(0, 'Bitte geben Sie auch Ihr aktuelles Passwort ein.')
      await changeOwnPassword(body)
    } catch (problem) {
      if (problem instanceof Failed && problem.detail === 'Reauthentication Required') setPresent('')
      else setError(sentenceOf(problem))
      requestAnimationFrame(() => presentField.current?.select())
      return
    }
    setPassword('')
    setAgain('')
    setPresent(undefined)
    // The button is disabled again, and a field would bring up the keyboard of a phone.
    focusOn(heading.current)
    toast('Passwort geändert')
    void sessionsChanged()
  }

  return (
    <section>
      <h2 ref={heading}>Passwort ändern</h2>
      <p>Danach müssen Sie sich auf Ihren anderen Geräten neu anmelden.</p>
      <Form onSubmit={submit} error={error} label="Passwort ändern">
        {/* Password managers want to know whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        {isAsked && (
          <TextField
            ref={presentField}
            label="Aktuelles Passwort"
            hint="Zur Sicherheit bitte auch Ihr aktuelles Passwort."
            name="current-password"
            type="password"
            autoComplete="current-password"
            value={present}
            onChange={setPresent}
          />
        )}
        <TextField
          label="Neues Passwort"
          name="password"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
        />
        <TextField
          label="Neues Passwort wiederholen"
          name="password-again"
          type="password"
          autoComplete="new-password"
          error={differs ? 'Die Passwörter stimmen nicht überein.' : undefined}
          value={again}
          onChange={(value) => {
            setLeft(false)
            setAgain(value)
          }}
          onBlur={() => setLeft(true)}
        />
        <FormActions>
          <SubmitButton disabled={password === '' || password !== again}>Passwort ändern</SubmitButton>
        </FormActions>
      </Form>
    </section>
  )
}
