import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { formatDate } from '#web/ui/format.ts'

/** Linked provider accounts of a user, with removal. */
export function Identities({ user_id }: { user_id: number }) {
  const client = useQueryClient()
  const params = { user_id }
  const { items } = useSuspenseQuery({
    queryKey: ['users', 'identities', user_id],
    queryFn: ({ signal }) => ask('GET', '/users/{user_id}/identities/', { params, signal }),
  }).data
  if (items.length === 0) return null
  const part = async () => {
    const isParted = await confirm({
      title: 'Soll die Verbindung gelöst werden?',
      children: (
        <p>Die Sitzungen von dort enden. Bei der nächsten Anmeldung dort wird die Person neu erkannt.</p>
      ),
      verb: 'Verbindung lösen',
      act: () => ask('DELETE', '/users/{user_id}/identities/', { params }),
      done: 'Verbindung gelöst',
    })
    if (!isParted) return
    await client.invalidateQueries({ queryKey: ['users'] })
  }
  return (
    <>
      {items.map(({ name, subject, made_at }) => (
        <p key={`${name} ${subject}`}>
          Verbunden mit {name} seit {formatDate(made_at)}, dort „{subject}“.
        </p>
      ))}
      <Button onClick={() => void part()}>Verbindung lösen</Button>
    </>
  )
}
