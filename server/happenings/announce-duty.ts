import { sql } from 'kysely'
import type { Caller } from '#server/auth/sessions.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { notify } from '#server/push/notify.ts'

const title = 'Zeiten erfassen'

type Part = { id: number; name: string; happening_id: number; happening_name: string }

/** Whoever records a part from now on. */
export const announceDuty = (tx: Tx, kontor: Kontor, userIds: number[], part: Part) =>
  notify(
    tx,
    kontor,
    userIds,
    {
      title,
      body: `Sie erfassen die Zeiten von „${part.name}“ bei „${part.happening_name}“.`,
      path: `/ui/happenings/${part.happening_id}/${part.id}/timesheet`,
      tag: `recorder-${part.id}`,
    },
    { wish: 'recorder_duty' },
  )

/** Whoever was named while the happening could not be seen yet. Of many that open at once, each hears once. */
export async function announceOpened(tx: Tx, kontor: Kontor, by: Caller, happeningIds: number[]) {
  const duties = await tx
    .selectFrom('happenings')
    .innerJoin('subhappenings', 'subhappenings.happening_id', 'happenings.id')
    .innerJoin('subhappening_users', 'subhappening_users.subhappening_id', 'subhappenings.id')
    .where('happenings.id', '=', sql<number>`any(${happeningIds}::int[])`)
    .where('subhappening_users.user_id', '<>', by.id)
    .groupBy('subhappening_users.user_id')
    .select([
      'subhappening_users.user_id',
      sql<number>`count(distinct happenings.id)::int`.as('count'),
      sql<number>`min(happenings.id)`.as('id'),
      sql<string>`min(happenings.name)`.as('name'),
    ])
    // All who tell the same people put their notifications in one order, and never wait for each other in a circle.
    .orderBy('subhappening_users.user_id')
    .execute()
  for (const { user_id, count, id, name } of duties) {
    const notification =
      count === 1
        ? { body: `Sie erfassen Zeiten bei „${name}“.`, path: `/ui/happenings/${id}`, tag: `duty-${id}` }
        : { body: `Sie erfassen Zeiten bei ${count} Veranstaltungen.`, path: '/ui/happenings', tag: 'duty' }
    await notify(tx, kontor, [user_id], { title, ...notification }, { wish: 'recorder_duty' })
  }
}
