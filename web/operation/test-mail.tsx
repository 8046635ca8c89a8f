import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubmit } from '#web/forms/use-submit.ts'
import { statusQuery } from '#web/status/queries.ts'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { sendTestMail } from './queries.ts'

/** Tests the mail settings before the first invitation depends on them. */
export function TestMail() {
  const { can_mail: canMail } = useQuery(statusQuery).data ?? {}
  const [email, setEmail] = useState('')
  const form = useSubmit(async () => {
    await sendTestMail(email)
    toast('Der Mailserver hat die Probe angenommen')
  })
  if (!canMail)
    return (
      <p>
        Kontor sendet keine E-Mails: Es ist kein Mailserver eingestellt (SMTP_URL). Das richtet ein, wer den
        Server betreibt.
      </p>
    )
  return (
    <Form {...form} label="E-Mail zur Probe">
      <TextField
        label="E-Mail-Adresse"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        hint="Ohne Angabe geht sie an Ihre eigene."
        value={email}
        onChange={setEmail}
      />
      <FormActions>
        <SubmitButton>Probe senden</SubmitButton>
      </FormActions>
    </Form>
  )
}
