import { useState } from 'react'
import type { ChatMessage } from '#contract/chat.ts'
import { Button } from '#web/ui/button.tsx'
import { ArrowDownIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import css from './room.module.css'

type Props = { list: readonly ChatMessage[]; user_id: number; isAtEnd: boolean; onPick: () => void }

/** While somebody reads further up: the way back, and how much has been said meanwhile. */
export function ToTheEnd({ list, user_id, isAtEnd, onPick }: Props) {
  const newest = list.at(-1)?.id ?? 0
  const [leftAt, setLeftAt] = useState(newest)
  // Drawn again at once with it: at the end nothing is missed.
  if (isAtEnd && leftAt !== newest) setLeftAt(newest)
  if (isAtEnd) return null
  let count = 0
  for (let at = list.length - 1; (list[at]?.id ?? 0) > leftAt; at--)
    if (list[at]?.user_id !== user_id) count++
  return (
    <div className={css['toTheEnd']}>
      {count > 0 ? (
        <Button variant="primary" icon={<ArrowDownIcon size={18} />} onClick={onPick}>
          {count === 1 ? '1 neue Nachricht' : `${count} neue Nachrichten`}
        </Button>
      ) : (
        <IconButton
          label="Zu den neuesten Nachrichten"
          variant="plain"
          icon={<ArrowDownIcon />}
          onClick={onPick}
        />
      )}
    </div>
  )
}
