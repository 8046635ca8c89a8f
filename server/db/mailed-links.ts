// A link that came by mail opens for whoever has the mailbox: with another address it is over. One that an
// administrator has copied or printed stays. One that still waits for its mail goes to the new address.
import { type RawBuilder, sql } from 'kysely'

/** Where mails to them go: their own address before the planner's. For a query over `users`. */
export const mailAddress = sql<string | null>`coalesce(users.email, users.persplan_email)`

/**
 * Ends them, for a statement that changes `users` as its `given` says: `whose` row that is, and the `address` from
 * then on.
 */
export const endMailedLinks = (whose: RawBuilder<boolean>, address: RawBuilder<string | null>) => sql`
  update access_links set token_hash = null, expires_at = case when token_hash is not null then now() end
  from users, given where access_links.user_id = users.id and ${whose} and access_links.mail is not null
    and ${mailAddress} is distinct from ${address}`
