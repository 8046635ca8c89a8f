// Own e-mail address; without one the planner's is used.
import { useState } from 'react'
import type { UserListItem } from '#contract/users.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { changeEmail } from './changes.ts'
import { spokenName } from './spoken-name.ts'

type Props = { user: UserListItem; onClose: () => void }

export function EmailOfPersonDialog({ user, onClose }: Props) {
  const [email, setEmail] = useState(user.email ?? '')
  const form = useSubmit(async () => {
    await changeEmail(user.id, email.trim() || null)
    toast(email.trim() === '' ? 'E-Mail entfernt' : 'E-Mail geändert')
    onClose()
  })
  return (
    <Modal title="E-Mail ändern" onClose={onClose}>
      <Form {...form} label="E-Mail ändern">
        <TextField
          label={`E-Mail von ${spokenName(user)}`}
          hint={
            user.persplan_email === null
              ? 'Dorthin gehen Einladungen und Links für ein neues Passwort.'
              : `Ohne Angabe gilt die aus der Personalplanung: ${user.persplan_email}`
          }
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          value={email}
          onChange={setEmail}
        />
        <FormActions>
          <Button onClick={onClose}>Abbrechen</Button>
          <SubmitButton>Speichern</SubmitButton>
        </FormActions>
      </Form>
    </Modal>
  )
}
