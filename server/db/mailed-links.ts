// A mailed link belongs to the mailbox: it ends when the address changes. Links that an administrator copied or
// printed stay, and queued mails go to the new address.
import { type RawBuilder, sql } from 'kysely'

/** The person's own address, else the planner's. For a query over `users`. */
export const mailAddress = sql<string | null>`coalesce(users.email, users.persplan_email)`

/**
 * Ends mailed links within a statement that changes `users` (its CTE `given`): `whose` selects the row,
 * `address` is the new address.
 */
export const endMailedLinks = (whose: RawBuilder<boolean>, address: RawBuilder<string | null>) => sql`
  update access_links set token_hash = null, expires_at = case when token_hash is not null then now() end
  from users, given where access_links.user_id = users.id and ${whose} and access_links.mail is not null
    and ${mailAddress} is distinct from ${address}`
