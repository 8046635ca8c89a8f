// Second step of the login: asks for a one-time or recovery code once the server has accepted the password.
import { useRef, useState } from 'react'
import { errorSentence } from '#web/api.ts'
import { logIn } from '#web/auth/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, SubmitButton } from '#web/ui/field/form.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'

type Props = { username: string; password: string; onIn: () => Promise<void>; onBack: () => void }

export function CodeQuestion({ username, password, onIn, onBack }: Props) {
  const [code, setCode] = useState('')
  const [isPaper, setIsPaper] = useState(false)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const submit = async () => {
    setError(undefined)
    try {
      await logIn({ username, password, code })
    } catch (problem) {
      setError(errorSentence(problem))
      field.current?.select()
      return
    }
    await onIn()
  }
  return (
    <>
      <h1>Code eingeben</h1>
      <Form onSubmit={submit} error={error} label="Code eingeben">
        <TextField
          key={String(isPaper)}
          ref={field}
          label={isPaper ? 'Wiederherstellungscode' : 'Code'}
          hint={
            isPaper
              ? 'Einer der zehn Codes, die Sie beim Einrichten bekommen haben. Jeder gilt einmal.'
              : 'Die sechs Ziffern, die Ihre Authenticator-App gerade zeigt.'
          }
          name="code"
          autoComplete="one-time-code"
          inputMode={isPaper ? 'text' : 'numeric'}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do here
          autoFocus
          value={code}
          onChange={setCode}
        />
        <SubmitButton disabled={code.trim() === ''}>Anmelden</SubmitButton>
      </Form>
      <Button
        variant="quiet"
        onClick={() => {
          setCode('')
          setError(undefined)
          setIsPaper(!isPaper)
        }}
      >
        {isPaper ? 'Code aus der App eingeben' : 'Kein Zugriff auf die App?'}
      </Button>
      <Button variant="quiet" onClick={onBack}>
        Zur Anmeldung
      </Button>
    </>
  )
}
