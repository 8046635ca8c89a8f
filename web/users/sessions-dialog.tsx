import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { SessionList } from '#web/auth/session-list.tsx'
import { FactorsOfUserSection } from '#web/factors/of-user.tsx'
import { useBackTo } from '#web/forms/over-list.tsx'
import { useSubmit } from '#web/forms/use-submit.ts'
import { queryClient } from '#web/query-client.ts'
import { statusQuery } from '#web/status/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { endUserSessions, userSessionsQuery } from './changes.ts'
import { Identities } from './identities.tsx'
import { userQuery } from './queries.ts'
import { spokenName } from './spoken-name.ts'

const route = getRouteApi('/signed-in/users/$user_id')

export const loadSessions = (user_id: number) => queryClient.fetchQuery(userSessionsQuery(user_id))

/** Sessions of a user, with a button to end all of them. */
export function SessionsDialog() {
  const { user_id } = route.useParams()
  const name = spokenName(useSuspenseQuery(userQuery(user_id)).data)
  const { items } = useSuspenseQuery(userSessionsQuery(user_id)).data
  const { providers = [] } = useQuery(statusQuery).data ?? {}
  const back = useBackTo('/users')
  const isOwn = items.some(({ is_this }) => is_this)
  const ended = isOwn ? items.length - 1 : items.length
  const form = useSubmit(async () => {
    await endUserSessions(user_id)
    toast('Sitzungen beendet')
    back()
  })
  return (
    // Opens when everything is loaded, so that the close button does not move.
    <Suspense>
      <Modal title="Sitzungen" onClose={back} size="medium">
        <Form {...form} label="Sitzungen">
          <p>{sessionCountText(items.length, name)}</p>
          {items.length > 0 && <SessionList sessions={items} />}
          <FactorsOfUserSection user_id={user_id} name={name} />
          {providers.length > 0 && <Identities user_id={user_id} />}
          {ended > 0 && (
            <p>
              {isOwn
                ? 'Wenn Sie alle beenden, bleiben Sie nur auf diesem Gerät angemeldet.'
                : 'Wer weiter arbeiten will, meldet sich danach neu an.'}
            </p>
          )}
          <FormActions>
            <Button onClick={back}>{ended > 0 ? 'Abbrechen' : 'Schließen'}</Button>
            {ended > 0 && <SubmitButton variant="danger">Alle beenden</SubmitButton>}
          </FormActions>
        </Form>
      </Modal>
    </Suspense>
  )
}

function sessionCountText(count: number, name: string): string {
  if (count === 0) return `${name} ist nirgends angemeldet.`
  return count === 1 ? `${name} hat eine Sitzung.` : `${name} hat ${count} Sitzungen.`
}
