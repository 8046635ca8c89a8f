/** One question for the password, whatever has asked for it; what was refused goes on by itself afterwards. */
import { useRef, useState } from 'react'
import { Failed } from '#web/api.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { createStore, useStore } from '#web/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/form.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { confirmMe } from './queries.ts'

type Asked = { answered: Promise<boolean>; answer: (isConfirmed: boolean) => void }

const asked = createStore<Asked | undefined>(undefined)

/** Whether it was confirmed. Whoever asks while the question stands waits for its answer. */
export function confirmPassword(): Promise<boolean> {
  const standing = asked.get()
  if (standing) return standing.answered
  const { promise, resolve } = Promise.withResolvers<boolean>()
  asked.set({ answered: promise, answer: resolve })
  return promise
}

/** As if somebody had cancelled. */
export const takeBackPassword = () => end(false)

function end(isConfirmed: boolean) {
  asked.get()?.answer(isConfirmed)
  asked.set(undefined)
}

/** Stands once in the app, beside the other questions. */
export function ConfirmPasswordHost() {
  return useStore(asked) ? <ConfirmPassword /> : null
}

function ConfirmPassword() {
  const { username } = useCurrentUser()
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const form = useSubmit(async () => {
    try {
      await confirmMe(password)
    } catch (problem) {
      // The next try takes the place of this one.
      if (problem instanceof Failed) requestAnimationFrame(() => field.current?.select())
      throw problem
    }
    end(true)
  })
  const cancel = () => end(false)
  return (
    <Modal title="Bitte bestätigen Sie mit Ihrem Passwort" onClose={cancel}>
      <Form {...form} label="Passwort bestätigen">
        {/* Password managers want to know whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <TextField
          ref={field}
          label="Ihr Passwort"
          hint="Bitte geben Sie es ein, bevor wir diese Änderung ausführen. Danach geht es von selbst weiter."
          name="current-password"
          type="password"
          autoComplete="current-password"
          data-autofocus=""
          value={password}
          onChange={setPassword}
        />
        <FormActions>
          <Button onClick={cancel}>Abbrechen</Button>
          <SubmitButton disabled={password === ''}>Bestätigen</SubmitButton>
        </FormActions>
      </Form>
    </Modal>
  )
}
