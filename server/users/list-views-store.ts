import { sql } from 'kysely'
import type { ListView } from '#contract/list-views.ts'
import type { Tx } from '#server/db/connect.ts'

/** True if the person had no stored view of this list. */
export async function setListView(
  tx: Tx,
  user_id: number,
  { list, hidden, search }: ListView,
): Promise<boolean> {
  const view = { hidden, search: JSON.stringify(search), changed_at: sql<Date>`now()` }
  const { is_new } = await tx
    .insertInto('list_views')
    .values({ user_id, list, ...view })
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet(view))
    // `xmax` is 0 for an inserted row only.
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow()
  return is_new
}

export async function deleteListView(tx: Tx, user_id: number, list: string) {
  await tx.deleteFrom('list_views').where('user_id', '=', user_id).where('list', '=', list).execute()
}

/** Deletes all views of a person except the `most` latest ones. */
export async function deleteOldestViews(tx: Tx, user_id: number, most: number) {
  await sql`delete from list_views where user_id = ${user_id} and list in (
    select list from list_views where user_id = ${user_id}
    order by changed_at desc, list offset ${most})`.execute(tx)
}
