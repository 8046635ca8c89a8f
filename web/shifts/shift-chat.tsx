import type { Shift } from '#contract/shifts.ts'
import { defaultChatSearch } from '#web/chat/search.ts'
import { ChatIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

/** Leads to the chat of the team, if the person is in it. */
export const ShiftChat = ({ shift: { room_id, name } }: { shift: Shift }) =>
  room_id !== null && (
    <LinkButton
      to="/chat/$room/$group_id"
      params={{ room: 'groups', group_id: room_id }}
      search={defaultChatSearch}
      icon={<ChatIcon />}
    >
      Chat „{name}“
    </LinkButton>
  )
