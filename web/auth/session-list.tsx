import type { Session } from '#contract/auth.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Device, DeviceList } from '#web/ui/device-list.tsx'
import { formatDate, formatDateTime } from '#web/ui/format.ts'
import { LogoutIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

/** With `onEnd`, each session except the current one has a button to end it. */
export function SessionList({
  sessions,
  onEnd,
}: {
  sessions: Session[]
  onEnd?: (session: Session) => void
}) {
  return (
    <DeviceList label="Sitzungen">
      {sessions.map((session) => (
        <Device
          key={session.id}
          name={
            <>
              {session.device} {session.is_this && <Badge tone="info">dieses Gerät</Badge>}
            </>
          }
          since={
            <>
              seit {formatDate(session.created_at)}, zuletzt benutzt {formatDateTime(session.seen_at)}
              {session.address && ` von ${session.address}`}
              {session.via !== null && `, angemeldet über ${session.via}`}
            </>
          }
        >
          {onEnd && !session.is_this && (
            <IconButton
              label={`Sitzung „${session.device}“ beenden`}
              icon={<LogoutIcon />}
              onClick={() => onEnd(session)}
            />
          )}
        </Device>
      ))}
    </DeviceList>
  )
}
