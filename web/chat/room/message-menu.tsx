// The actions on a message.
import type { ChatMessage } from '#contract/chat.ts'
import { type ReactionName, reactionNames, reactions } from '#contract/words/reactions.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { CopyIcon, EditIcon, TrashIcon, UndoIcon } from '#web/ui/icon.tsx'
import { isTouch } from '#web/ui/media.ts'
import type { MenuItem } from '#web/ui/menu.tsx'
import { plainText } from './message-pieces.ts'
import { isEditable } from './messages.ts'
import { hasReacted } from './own-reactions.ts'

type Actions = {
  user_id: number
  canPost: boolean
  mayDeleteAll: boolean
  /** Returns the latest version, since the message may change while its menu is open. */
  latest: () => ChatMessage
  onReact: (id: number, reaction: ReactionName, isOn: boolean) => void
  onReply: (message: ChatMessage) => void
  onEdit: (message: ChatMessage) => void
  onRemove: (message: ChatMessage) => void
}

export function messageMenuItems(message: ChatMessage, actions: Actions): MenuItem[] {
  const { user_id, canPost, mayDeleteAll, latest, onReact, onReply, onEdit, onRemove } = actions
  const isOwn = message.user_id === user_id
  const items: MenuItem[] = []
  if (canPost)
    items.push(
      ...reactionNames.map((reaction) => {
        const checked = hasReacted(message, reaction, user_id)
        const { word: text, sign } = reactions[reaction]
        return { text, sign, checked, onPick: () => onReact(message.id, reaction, !checked) }
      }),
      {
        text: 'Antworten',
        icon: <UndoIcon />,
        ...(!isTouch() && { keys: 'A' }),
        onPick: () => onReply(latest()),
      },
    )
  if (message.content)
    items.push({
      text: 'Text kopieren',
      icon: <CopyIcon />,
      onPick: () => void copyText(plainText(latest()), { said: 'Nachricht kopiert', what: 'die Nachricht' }),
    })
  if (canPost && isOwn && isEditable(message))
    items.push({ text: 'Bearbeiten', icon: <EditIcon />, onPick: () => onEdit(latest()) })
  if (isOwn || mayDeleteAll)
    items.push({
      text: 'Nachricht löschen',
      icon: <TrashIcon />,
      danger: true,
      onPick: () => onRemove(message),
    })
  return items
}
