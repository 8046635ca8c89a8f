// A link sent by mail becomes invalid when the user's mail address changes, because somebody else may read the old
// mailbox. Links that an administrator copied or printed remain valid. Queued mails are sent to the new address.
import { type RawBuilder, sql } from 'kysely'

/** The person's own address, else the planner's. For a query over `users`. */
export const mailAddressColumn = sql<string | null>`coalesce(users.email, users.persplan_email)`

/**
 * CTE that ends mailed links of people whose address changes, to be used in a statement with a CTE `given`.
 * `whose`: condition that joins `users` with `given`. `address`: the new address.
 */
export const endMailedLinksCte = (whose: RawBuilder<boolean>, address: RawBuilder<string | null>) => sql`
  update access_links set token_hash = null, expires_at = case when token_hash is not null then now() end
  from users, given where access_links.user_id = users.id and ${whose} and access_links.mail is not null
    and ${mailAddressColumn} is distinct from ${address}`
