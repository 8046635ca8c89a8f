import { useState } from 'react'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, SubmitButton } from '#web/ui/field/form.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { requestPasswordReset } from './link.ts'

/** „Passwort vergessen“. Its answer does not reveal whether an account exists. */
export function ForgottenPassword({ account, onBack }: { account: string; onBack: () => void }) {
  const [typed, setTyped] = useState(account)
  const [isSent, setIsSent] = useState(false)
  const form = useSubmit(async () => {
    await requestPasswordReset(typed.trim())
    setIsSent(true)
  })
  return (
    <>
      <h1>Passwort vergessen</h1>
      {isSent ? (
        <Notice tone="success">
          Wenn es dazu einen Zugang mit E-Mail-Adresse gibt, ist ein Link unterwegs. Er gilt eine Stunde.
          Kommt nichts an, sehen Sie bitte im Spam-Ordner nach, oder fragen Sie einen Admin Ihrer Firma.
        </Notice>
      ) : (
        <Form {...form} label="Passwort vergessen">
          <TextField
            label="Benutzername oder E-Mail"
            hint="Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen."
            name="account"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do here
            autoFocus
            value={typed}
            onChange={setTyped}
          />
          <SubmitButton disabled={typed.trim() === ''}>Link senden</SubmitButton>
        </Form>
      )}
      <Button variant="quiet" onClick={onBack}>
        Zur Anmeldung
      </Button>
    </>
  )
}
