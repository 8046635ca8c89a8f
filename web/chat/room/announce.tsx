import { useState } from 'react'
import type { ChatMessage } from '#contract/chat.ts'

/** Reads out what others say from now on. What was there before, and what is fetched from the past, stays silent. */
export function Announce({ newest, user_id }: { newest: ChatMessage | undefined; user_id: number }) {
  const [from] = useState(newest?.id ?? 0)
  const isNew = newest !== undefined && newest.id > from && newest.user_id !== user_id
  return (
    <output className="only-read">{isNew && `${newest.display_name}: ${newest.content || 'Bild'}`}</output>
  )
}
