// Replaces every screen until the user has changed a password that somebody else has set.
import { useSubmit } from '#web/forms/use-submit.ts'
import { queryClient } from '#web/query-client.ts'
import { useWindowTitle } from '#web/shell/window-title.ts'
import { Form, SubmitButton } from '#web/ui/field/form.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { changeOwnPassword } from '#web/users/changes.ts'
import { currentUserQuery, useCurrentUser } from '#web/users/queries.ts'
import css from './auth.module.css'
import { EntryScreen } from './entry-screen.tsx'
import { NewPasswordFields, useNewPassword } from './new-password.tsx'

export function ForcedPasswordScreen() {
  useWindowTitle('Eigenes Passwort')
  const { username } = useCurrentUser()
  const { password, isAgreed, fields } = useNewPassword()
  const form = useSubmit(async () => {
    await changeOwnPassword({ password })
    toast('Passwort geändert')
    await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
  })
  return (
    <EntryScreen>
      <h1>Wählen Sie Ihr eigenes Passwort</h1>
      <p>
        Angemeldet als <strong>{username}</strong>. Ihr jetziges Passwort haben nicht Sie gewählt. Mit Ihrem
        eigenen geht es weiter.
      </p>
      <Form {...form} label="Eigenes Passwort">
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <NewPasswordFields fields={fields} isFirst />
        <SubmitButton disabled={!isAgreed}>Passwort ändern</SubmitButton>
      </Form>
      <div className={css['already']}>
        <LinkButton to="/logout">Logout</LinkButton>
      </div>
    </EntryScreen>
  )
}
