// The password prompt; see `confirmPassword`.
import { useRef, useState } from 'react'
import { CallError } from '#web/api.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { ConfirmAtProvider } from './beside-password.tsx'
import { reauthenticate } from './queries.ts'

export function PasswordPrompt({ end }: { end: (isConfirmed?: boolean) => void }) {
  const { username } = useCurrentUser()
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const form = useSubmit(async () => {
    try {
      await reauthenticate(password)
    } catch (problem) {
      // Selected, so that typing replaces the wrong password.
      if (problem instanceof CallError) requestAnimationFrame(() => field.current?.select())
      throw problem
    }
    end(true)
  })
  return (
    <Modal title="Bitte bestätigen Sie mit Ihrem Passwort" onClose={() => end()}>
      <Form {...form} label="Passwort bestätigen">
        {/* Hidden: lets password managers find the password of this user. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <TextField
          ref={field}
          label="Ihr Passwort"
          hint="Bitte geben Sie es ein, bevor diese Änderung gilt. Danach geht es von selbst weiter."
          name="current-password"
          type="password"
          autoComplete="current-password"
          data-autofocus=""
          value={password}
          onChange={setPassword}
        />
        <FormActions>
          <Button onClick={() => end()}>Abbrechen</Button>
          <SubmitButton disabled={password === ''}>Bestätigen</SubmitButton>
        </FormActions>
      </Form>
      <ConfirmAtProvider />
    </Modal>
  )
}
