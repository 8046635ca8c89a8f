// Who has no way in yet, and who of them was invited.
import { sql } from 'kysely'

/** They cannot sign in yet, in whatever way. For a query over `users`. */
export const withoutAccess = sql<boolean>`(users.password_hash is null
  and not exists (select from identities where user_id = users.id))`

const holds = sql`(expires_at > now() or mail = 'waiting')`

/** Their invitation holds, or its mail is on its way. For a query over `users`. */
export const isInvited = sql<boolean>`exists (select from access_links
  where user_id = users.id and kind = 'invitation' and ${holds})`

/** When they were invited, where they have no access yet and the invitation holds. For a query over `users`. */
export const invitedAt = sql<Date | null>`(select max(made_at) from access_links
  where user_id = users.id and kind = 'invitation' and ${holds} and ${withoutAccess})`
