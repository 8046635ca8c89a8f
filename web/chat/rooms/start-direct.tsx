import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Failed } from '#web/api.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { toast } from '#web/ui/toast.tsx'
import { peopleQuery, startDirect } from '../queries.ts'
import { pathOf } from '../search.ts'

/** Finds somebody to talk with; the chat that there may be already is opened again. */
export function StartDirect() {
  const navigate = useNavigate({ from: '/chat' })
  const [text, setText] = useState('')
  const { data, isFetching, isPlaceholderData } = useQuery(peopleQuery(text))
  const begin = async (user_id: number) => {
    try {
      const room = await startDirect(user_id)
      await navigate({ to: '/chat/$room/$group_id', params: pathOf(room), search: true })
    } catch (error) {
      if (!(error instanceof Failed)) throw error
      toast(error.fields['user_id'] ?? error.message, { tone: 'danger' })
    }
  }
  const people = data?.users ?? []
  return (
    <Combobox
      label="Person suchen"
      labelHidden
      placeholder="Person suchen …"
      items={people}
      itemKey={({ id }) => id}
      itemText={({ display_name }) => display_name}
      more={data?.more ?? false}
      loading={isFetching && (data === undefined || isPlaceholderData)}
      onSearch={setText}
      onPick={({ id }) => void begin(id)}
    />
  )
}
