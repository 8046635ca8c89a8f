// Own e-mail address; without one the planner's is used.
import { useState } from 'react'
import type { UserListItem } from '#contract/users.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { changeEmail } from './changes.ts'
import { spokenName } from './spoken-name.ts'

type Props = { user: UserListItem; onClose: () => void }

export function EmailOfPersonDialog({ user, onClose }: Props) {
  const [email, setEmail] = useState(user.email ?? '')
  const submit = async () => {
    await changeEmail(user.id, email.trim() || null)
    toast(email.trim() === '' ? 'E-Mail entfernt' : 'E-Mail geändert')
    onClose()
  }
  return (
    <FormDialog title="E-Mail ändern" verb="Speichern" onSubmit={submit} onClose={onClose}>
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
    </FormDialog>
  )
}
