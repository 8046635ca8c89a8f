import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { errorSentence } from '#web/api.ts'
import { EntryScreen } from '#web/auth/entry-screen.tsx'
import { NewPasswordFields, useNewPassword } from '#web/auth/new-password.tsx'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Form, SubmitButton } from '#web/ui/field/form.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/states.tsx'
import { acceptLink, linkQuery } from './link.ts'

/**
 * Screen behind an invitation or reset link. The token stays in the URL fragment and is sent to the server only in a
 * request body.
 */
export function AcceptScreen() {
  const token = useRouterState({ select: ({ location }) => location.hash })
  const { data, error } = useQuery({ ...linkQuery(token), enabled: token !== '' })
  const problem =
    token === '' ? 'In dieser Adresse fehlt der Link. Bitte öffnen Sie ihn noch einmal ganz.' : error
  return (
    <EntryScreen>
      {data && <ChoosePasswordForm key={token} token={token} {...data} />}
      {problem !== null && !data && (
        <>
          <h1>Dieser Link geht nicht</h1>
          <Notice tone="danger">{typeof problem === 'string' ? problem : errorSentence(problem)}</Notice>
          <LinkButton to="/login">Zur Anmeldung</LinkButton>
        </>
      )}
      {problem === null && !data && <Loading />}
    </EntryScreen>
  )
}

type Props = { token: string; username: string; display_name: string; is_reset: boolean }

function ChoosePasswordForm({ token, username, display_name, is_reset }: Props) {
  const navigate = useNavigate()
  const { password, isAgreed, fields } = useNewPassword()
  const form = useSubmit(async () => {
    const isSignedIn = await acceptLink(token, password)
    // Keeps the link out of the history.
    await navigate({ to: isSignedIn ? '/today' : '/login', replace: true })
  })
  return (
    <>
      <h1>{is_reset ? 'Neues Passwort' : `Willkommen, ${display_name}`}</h1>
      <p>
        Ihr Benutzername ist <strong>{username}</strong>. Wählen Sie Ihr Passwort, dann sind Sie angemeldet.
      </p>
      <Form {...form} label={is_reset ? 'Neues Passwort' : 'Zugang'}>
        {/* Lets password managers store the password under this user name. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <NewPasswordFields fields={fields} isFirst />
        <SubmitButton disabled={!isAgreed}>Passwort wählen und anmelden</SubmitButton>
      </Form>
    </>
  )
}
