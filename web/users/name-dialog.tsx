// Dialog for the name of a local user.
import { useState } from 'react'
import type { UserListItem } from '#contract/users.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { FormRow } from '#web/ui/field/form.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { changeName } from './changes.ts'

type NameFieldsProps = {
  vorname: string
  nachname: string
  onVorname: (vorname: string) => void
  onNachname: (nachname: string) => void
}

export function NameFields({ vorname, nachname, onVorname, onNachname }: NameFieldsProps) {
  return (
    <FormRow>
      <TextField
        label="Vorname"
        name="persplan_vorname"
        autoComplete="off"
        value={vorname}
        onChange={onVorname}
      />
      <TextField
        label="Nachname"
        name="persplan_nachname"
        autoComplete="off"
        value={nachname}
        onChange={onNachname}
      />
    </FormRow>
  )
}

type Props = { user: UserListItem; onClose: () => void }

export function NameOfPersonDialog({ user, onClose }: Props) {
  const [vorname, setVorname] = useState(user.persplan_vorname ?? '')
  const [nachname, setNachname] = useState(user.persplan_nachname ?? '')
  const submit = async () => {
    await changeName(user.id, {
      persplan_vorname: vorname.trim() || null,
      persplan_nachname: nachname.trim() || null,
    })
    toast('Name geändert')
    onClose()
  }
  return (
    <FormDialog title="Name ändern" verb="Speichern" onSubmit={submit} onClose={onClose}>
      <NameFields {...{ vorname, nachname }} onVorname={setVorname} onNachname={setNachname} />
      <p>Der Benutzername „{user.username}“ bleibt.</p>
    </FormDialog>
  )
}
