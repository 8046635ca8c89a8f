import type { UserListItem } from '#contract/users.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatDate, formatDateTime } from '#web/ui/format.ts'
import css from './users.module.css'

/** Last activity and invitation of a user. */
export function Access({ user: { is_active, last_seen_at, invitation } }: { user: UserListItem }) {
  if (!is_active) return null
  return (
    <span className={css['access']}>
      {last_seen_at !== null && (
        <span title={formatDateTime(last_seen_at)}>zuletzt am {formatDate(last_seen_at)}</span>
      )}{' '}
      {invitation && <Invited invitation={invitation} />}
      {last_seen_at === null && !invitation && <span className={css['never']}>nie angemeldet</span>}
    </span>
  )
}

function Invited({ invitation }: { invitation: NonNullable<UserListItem['invitation']> }) {
  const { made_at, is_over, mail, problem } = invitation
  if (mail === 'failed')
    return (
      <span title={problem ?? undefined}>
        <Badge tone="danger">E-Mail nicht gesendet</Badge>{' '}
        {problem && <span className={css['reason']}>{problem}</span>}
      </span>
    )
  return (
    <span>
      eingeladen am {formatDate(made_at)}
      {is_over && ', abgelaufen'}{' '}
      {mail === 'waiting' && <span className={css['reason']}>{problem ?? 'E-Mail wartet'}</span>}
    </span>
  )
}
