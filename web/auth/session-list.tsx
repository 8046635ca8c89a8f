import type { Session } from '#contract/auth.ts'
import { Badge } from '#web/ui/badge.tsx'
import css from '#web/ui/device-list.module.css'
import { formatDate, formatDateTime } from '#web/ui/format.ts'
import { LogoutIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Sessions of a user; all but the current one can be ended. */
export function SessionList({
  sessions,
  onEnd,
}: {
  sessions: Session[]
  onEnd?: (session: Session) => void
}) {
  return (
    <ul className={css['list']} aria-label="Sitzungen">
      {sessions.map((session) => (
        <li key={session.id}>
          <div>
            <span className={css['name']}>
              {session.device} {session.is_this && <Badge tone="info">dieses Gerät</Badge>}
            </span>
            <span className={css['when']}>
              seit {formatDate(session.created_at)}, zuletzt benutzt {formatDateTime(session.seen_at)}
              {session.address && ` von ${session.address}`}
              {session.via !== null && `, angemeldet über ${session.via}`}
            </span>
          </div>
          {onEnd && !session.is_this && (
            <IconButton
              label={`Sitzung „${session.device}“ beenden`}
              icon={<LogoutIcon />}
              onClick={() => onEnd(session)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
