import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserListItem } from '#contract/users.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { foundUsersQuery } from './queries.ts'

type Props = { has: (user: UserListItem) => boolean; onPick: (user: UserListItem) => void }

/** Finds whom to add; whoever is on the list already is found too, and says so. */
export function UserSearch({ has, onPick }: Props) {
  const [text, setText] = useState('')
  const { data, isFetching } = useQuery(foundUsersQuery(text))
  return (
    <Combobox
      label="Person hinzufügen"
      name="user_ids"
      placeholder="Name, Benutzername, E-Mail oder Telefon …"
      items={(data?.items ?? []).filter(({ is_active }) => is_active)}
      itemKey={({ id }) => id}
      itemText={({ display_name }) => display_name}
      itemNote={(user) => (has(user) ? 'Schon dabei' : user.username)}
      more={(data?.pages ?? 0) > 1}
      loading={isFetching}
      onSearch={setText}
      onPick={onPick}
    />
  )
}
