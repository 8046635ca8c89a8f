// People who cannot sign in yet, and their invitations.
import { sql } from 'kysely'

/** True for people who cannot sign in by any means. For a query over `users`. */
export const withoutAccessCondition = sql<boolean>`(users.password_hash is null
  and not exists (select from identities where user_id = users.id))`

/** Valid or queued invitations. For a query over `users`. */
const fromOpenInvitations = sql`from access_links
  where user_id = users.id and kind = 'invitation' and (expires_at > now() or mail = 'waiting')`

export const isInvitedCondition = sql<boolean>`exists (select ${fromOpenInvitations})`

/** Time of the latest open invitation. Null if there is none, or if the user already has access. */
export const invitedAtColumn = sql<Date | null>`(select max(made_at) ${fromOpenInvitations} and ${withoutAccessCondition})`
