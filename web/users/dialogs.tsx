// Dialogs over the list of users. Closing one returns to the list as it was.
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { usernameFrom } from '#contract/words/username.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { NameDialog } from '#web/forms/name-dialog.tsx'
import { createErrorDialog, useBackTo } from '#web/forms/over-list.tsx'
import { useSubmit } from '#web/forms/use-submit.ts'
import { useIfStillHere } from '#web/shell/use-while-here.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { TextField } from '#web/ui/field/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { changePassword, changePrivileges, createUser, renameUser } from './changes.ts'
import { NameFields } from './name-dialog.tsx'
import { useCurrentUser, userQuery } from './queries.ts'
import { spokenName } from './spoken-name.ts'

const route = getRouteApi('/signed-in/users/$user_id')

function useUser() {
  const { user_id } = route.useParams()
  return useSuspenseQuery(userQuery(user_id)).data
}

/** New user by username, then an invitation or a first password. */
export function CreateUserDialog() {
  const navigate = useNavigate({ from: '/users' })
  const whileHere = useIfStillHere()
  const back = useBackTo('/users')
  const [vorname, setVorname] = useState('')
  const [nachname, setNachname] = useState('')
  const [email, setEmail] = useState('')
  const [typed, setTyped] = useState<string>()
  const username = (typed ?? usernameFrom(vorname, nachname)).trim()
  /** False if „Anlegen“ was pressed. The submit button and Enter continue with the invitation. */
  const isInvited = useRef(true)
  const form = useSubmit(async () => {
    const user_id = await createUser({
      username,
      email: email.trim() || null,
      persplan_vorname: vorname.trim() || null,
      persplan_nachname: nachname.trim() || null,
    })
    toast('Benutzer angelegt', {
      action: {
        text: 'Zur Person',
        onPick: () => void navigate({ to: '/users/$user_id/person', params: { user_id } }),
      },
    })
    await whileHere(() =>
      isInvited.current
        ? navigate({
            to: '/users/invite',
            search: (list) => ({ ...list, ids: String(user_id) }),
            replace: true,
          })
        : navigate({
            to: '/users/$user_id/change_password',
            params: { user_id },
            search: true,
            replace: true,
          }),
    )
  }, 'username')
  return (
    <Modal title="Neuer Benutzer" onClose={back} size="medium">
      <Form {...form} label="Neuer Benutzer">
        <NameFields {...{ vorname, nachname }} onVorname={setVorname} onNachname={setNachname} />
        <TextField
          label="E-Mail, wenn es eine gibt"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          value={email}
          onChange={setEmail}
        />
        <TextField
          label="Benutzername"
          hint="Damit meldet sich die Person an. „Anlegen“ führt zum ersten Passwort."
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed ?? usernameFrom(vorname, nachname)}
          onChange={setTyped}
        />
        <FormActions>
          <Button onClick={back}>Abbrechen</Button>
          <Button
            disabled={username === ''}
            onClick={({ currentTarget }) => {
              isInvited.current = false
              currentTarget.form?.requestSubmit()
            }}
          >
            Anlegen
          </Button>
          <SubmitButton
            disabled={username === ''}
            onClick={() => {
              isInvited.current = true
            }}
          >
            Anlegen und einladen
          </SubmitButton>
        </FormActions>
      </Form>
    </Modal>
  )
}

export function RenameUserDialog() {
  const { id, username } = useUser()
  const back = useBackTo('/users')
  const rename = async (name: string) => {
    await renameUser(id, name)
    toast('Benutzer umbenannt')
    back()
  }
  return (
    <NameDialog
      title="Benutzer umbenennen"
      label="Benutzername"
      hint="Mit diesem Namen meldet sich die Person künftig an."
      field="username"
      present={username}
      verb="Umbenennen"
      onName={rename}
      onClose={back}
    />
  )
}

const roles = ['Benutzer', 'Admin'] as const

export function ChangePrivilegesDialog() {
  const user = useUser()
  const { id, username, is_admin, is_active } = user
  const isMe = useCurrentUser().username === username
  const back = useBackTo('/users')
  const [role, setRole] = useState<(typeof roles)[number]>(is_admin ? 'Admin' : 'Benutzer')
  const submit = async () => {
    await changePrivileges(id, role === 'Admin')
    toast('Rechte geändert')
    back()
  }
  return (
    <FormDialog title="Rechte ändern" verb="Rechte ändern" onSubmit={submit} onClose={back}>
      <Select
        label={`Rolle von ${spokenName(user)}`}
        hint="Admins verwalten Benutzer, Gruppen, Prozesse und Veranstaltungen."
        name="is_admin"
        choices={roles}
        value={role}
        onChange={setRole}
      />
      {!is_active && <DeactivatedNotice />}
      {isMe && is_admin && role === 'Benutzer' && (
        <Notice tone="warning">
          Sie nehmen sich damit selbst die Rechte und können diese Seite danach nicht mehr öffnen.
        </Notice>
      )}
    </FormDialog>
  )
}

export function ChangePasswordDialog() {
  const user = useUser()
  const { id, username, has_password, is_active } = user
  const back = useBackTo('/users')
  const navigate = useNavigate({ from: '/users' })
  const whileHere = useIfStillHere()
  const [password, setPassword] = useState('')
  const submit = async () => {
    await changePassword(id, password)
    toast('Passwort gesetzt')
    // With a first password the user is new: the person's page follows, e.g. to assign groups.
    if (has_password) back()
    else
      await whileHere(() =>
        navigate({ to: '/users/$user_id/person', params: { user_id: id }, replace: true }),
      )
  }
  return (
    <FormDialog
      title="Passwort setzen"
      verb="Passwort setzen"
      isReady={password !== ''}
      onSubmit={submit}
      onClose={back}
    >
      {/* Lets password managers store the new password under this user name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label={`Neues Passwort für ${spokenName(user)}`}
        hint={
          has_password
            ? 'Die Person wird auf allen Geräten abgemeldet und wählt bei der nächsten Anmeldung ihr eigenes.'
            : 'Bisher gibt es keines. Bei der ersten Anmeldung wählt die Person ihr eigenes.'
        }
        name="password"
        type="password"
        autoComplete="new-password"
        data-autofocus=""
        value={password}
        onChange={setPassword}
      />
      {!is_active && <DeactivatedNotice />}
    </FormDialog>
  )
}

/** Warning that a deactivated user cannot sign in. */
const DeactivatedNotice = () => <Notice tone="warning">Dieser Benutzer ist deaktiviert.</Notice>

/** The user in the address does not exist. */
export const UserErrorDialog = createErrorDialog('Benutzer', 'Diesen Benutzer gibt es nicht mehr.', '/users')
