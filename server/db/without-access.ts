// Who has no way in yet, and who of them was invited.
import { sql } from 'kysely'

/** They cannot sign in yet, in whatever way. For a query over `users`. */
export const withoutAccess = sql<boolean>`(users.password_hash is null
  and not exists (select from identities where user_id = users.id))`

/** What of the links of somebody invites them still, or is on its way as a mail. For a query over `users`. */
const openInvitations = sql`from access_links
  where user_id = users.id and kind = 'invitation' and (expires_at > now() or mail = 'waiting')`

export const isInvited = sql<boolean>`exists (select ${openInvitations})`

/** When they were invited, where they have no access yet. */
export const invitedAt = sql<Date | null>`(select max(made_at) ${openInvitations} and ${withoutAccess})`
