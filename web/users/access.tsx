import type { UserListItem } from '#contract/users.ts'
import { Badge } from '#web/ui/badge.tsx'
import { today as dayOf, daysBetween } from '#web/ui/date-time/days.ts'
import { useToday } from '#web/ui/date-time/use-today.ts'
import { formatDate, formatDateTime } from '#web/ui/format.ts'
import css from './users.module.css'

/** State of the access in a word or a badge. The complete text is in the tooltip, and on the person's page. */
export function AccessSummary({ user }: { user: UserListItem }) {
  const today = useToday()
  return (
    <span className={css['small']} title={accessInWords(user)}>
      {conditionBadge(user) ?? accessWord(user, today)}
    </span>
  )
}

/** Badge for a user who is blocked, deactivated or anonymised, or whose invitation could not be sent by mail. */
export function conditionBadge({ is_active, is_blocked, is_anonymised, invitation }: UserListItem) {
  if (is_active)
    return invitation?.mail === 'failed' ? <Badge tone="danger">nicht gesendet</Badge> : undefined
  return (
    <Badge tone={is_blocked ? 'danger' : 'muted'}>
      {is_anonymised ? 'Anonymisiert' : is_blocked ? 'Gesperrt' : 'Deaktiviert'}
    </Badge>
  )
}

function accessWord({ last_seen_at, invitation }: UserListItem, today: string): string {
  if (invitation && (last_seen_at === null || last_seen_at < invitation.made_at)) {
    if (invitation.mail === 'waiting') return 'E-Mail wartet'
    return invitation.is_over ? 'abgelaufen' : `eingeladen ${formatDate(invitation.made_at).slice(0, 6)}`
  }
  if (last_seen_at === null) return 'nie'
  const days = daysBetween(dayOf(new Date(last_seen_at)), today)
  return ['heute', 'gestern'][days] ?? formatDate(last_seen_at)
}

/** The last visit and the invitation, or that the user is blocked or deactivated. */
export function accessInWords(user: UserListItem): string {
  const { is_active, is_blocked, last_seen_at, invitation } = user
  if (!is_active) return is_blocked ? 'Gesperrt' : 'Deaktiviert'
  const visit = last_seen_at && `zuletzt am ${formatDateTime(last_seen_at).slice(0, 16)}`
  return [visit, invitation && invitationInWords(invitation)].filter(Boolean).join(', ') || 'nie angemeldet'
}

function invitationInWords({ made_at, is_over, mail, problem }: NonNullable<UserListItem['invitation']>) {
  const sent = mail === 'failed' ? 'E-Mail nicht gesendet' : mail === 'waiting' && 'E-Mail wartet'
  return [`eingeladen am ${formatDate(made_at)}`, is_over && 'abgelaufen', sent, problem]
    .filter(Boolean)
    .join(', ')
}
