import { NewPasswordFields, useNewPassword } from '#web/auth/new-password.tsx'
import { invalidateSessions } from '#web/auth/queries.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { focusOn } from '#web/ui/keyboard/focus-on.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { changeOwnPassword } from '#web/users/changes.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import { openProfilePart, ProfilePart } from './profile-part.tsx'

/** Change of password; signs out all other devices. Links to credentials that stay valid, if any. */
export function ChangePassword() {
  const { username } = useCurrentUser()
  const { password, isAgreed, clear, fields } = useNewPassword()
  const form = useSubmit(async () => {
    await changeOwnPassword({ password })
    clear()
    const list = document.querySelector<HTMLElement>('#ohne-anmeldung ul')
    if (list) openProfilePart('geraete')
    // The button is disabled now, and focusing a field would open a phone's keyboard.
    focusOn(list ?? document.querySelector<HTMLElement>('#passwort > summary'))
    list?.scrollIntoView({ block: 'center' })
    toast('Passwort geändert')
    void invalidateSessions()
  })

  return (
    <ProfilePart id="passwort" title="Passwort ändern">
      <p>Danach müssen Sie sich auf Ihren anderen Geräten neu anmelden.</p>
      <Form {...form} label="Passwort ändern">
        {/* Lets password managers store the new password under this user name. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <NewPasswordFields fields={fields} />
        <FormActions>
          <SubmitButton disabled={!isAgreed}>Passwort ändern</SubmitButton>
        </FormActions>
      </Form>
    </ProfilePart>
  )
}
