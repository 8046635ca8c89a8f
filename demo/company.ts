// The rest of the company around the cast: as the planner has it, and with later changes by administrators.
import type { Simulator } from '#planner-simulator/server.ts'
import type { Tx } from '#server/db/connect.ts'
import { syncHappenings } from '#server/happenings/sync/sync-happenings.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { syncUsers } from '#server/users/sync/sync-users.ts'
import { cast, type Person } from './cast.ts'
import { seedChats } from './chats.ts'
import { otherDocuments } from './documents/all.ts'
import { insertDocument } from './documents/insert.ts'
import { markFillingComplete } from './filling.ts'
import { changePlannerData } from './planner.ts'
import { seasonWindow, seedSeason } from './season.ts'

const localGroups: Record<string, Person[]> = {
  Ersthelfer: [cast.anna, cast.elif, cast.kai, cast.georg],
  'Sommerfest 2026': [cast.bruno, cast.frieda, cast.ibrahim, cast.jana, cast.lena],
  Fahrdienst: [],
}

/** Steps that cannot be repeated share one transaction; `isWanted` is checked inside it. */
export async function seedCompany(
  kontor: Kontor,
  planner: Simulator,
  isWanted: (tx: Tx) => Promise<boolean> = async () => true,
) {
  await syncUsers(kontor, null)
  const report = await syncHappenings(kontor, seasonWindow(), null)
  await inTransaction(kontor, async (tx) => {
    if (!(await isWanted(tx))) return
    const clara = await findUserId(tx, cast.clara)
    for (const [name, members] of Object.entries(localGroups))
      await insertLocalGroup(tx, name, members, clara)
    await revokeMembership(tx, cast.georg, 'Bühne', clara)
    await tx.insertInto('users').values({ username: 'praktikum' }).execute()
    for (const document of otherDocuments) await insertDocument(tx, document)
    await seedChats(tx)
    await seedSeason(tx, report)
    await markFillingComplete(tx)
  })
  changePlannerData(planner)
}

async function insertLocalGroup(tx: Tx, name: string, members: Person[], by: number) {
  const group = await tx.insertInto('groups').values({ name }).returning('id').executeTakeFirstOrThrow()
  for (const person of members) {
    await tx
      .insertInto('memberships')
      .values({
        user_id: await findUserId(tx, person),
        group_id: group.id,
        override: 'grant',
        changed_by: by,
        changed_at: new Date(),
      })
      .execute()
  }
}

async function revokeMembership(tx: Tx, person: Person, groupname: string, by: number) {
  const group = await tx
    .selectFrom('groups')
    .where('name', '=', groupname)
    .select('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('memberships')
    .set({ override: 'revoke', changed_by: by, changed_at: new Date() })
    .where('user_id', '=', await findUserId(tx, person))
    .where('group_id', '=', group.id)
    .execute()
}

async function findUserId(tx: Tx, { username }: Person): Promise<number> {
  return (
    await tx.selectFrom('users').where('username', '=', username).select('id').executeTakeFirstOrThrow()
  ).id
}
