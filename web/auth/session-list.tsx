import type { ReactNode } from 'react'
import type { Session } from '#contract/auth.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatDate, formatDateTime } from '#web/ui/format.ts'
import css from './auth.module.css'

/** Where somebody is signed in; `action` is what can be done about one of them. */
export function SessionList({
  sessions,
  action,
}: {
  sessions: Session[]
  action?: (session: Session) => ReactNode
}) {
  return (
    <ul className={css['sessions']} aria-label="Sitzungen">
      {sessions.map((session) => (
        <li key={session.id}>
          <div>
            <span className={css['device']}>
              {session.device} {session.is_this && <Badge tone="info">dieses Gerät</Badge>}
            </span>
            <span className={css['when']}>
              seit {formatDate(session.created_at)}, zuletzt benutzt {formatDateTime(session.seen_at)}
              {session.address && ` von ${session.address}`}
            </span>
          </div>
          {action?.(session)}
        </li>
      ))}
    </ul>
  )
}
