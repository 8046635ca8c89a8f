import { hashPassword } from '#server/auth/hashing.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { demoPassword, emailOf, everybody, groupNames } from './cast.ts'
import { firstDocument } from './documents/all.ts'
import { insertDocument } from './documents/insert.ts'
import { lockUnfinishedCompanyForUpdate, markFillingComplete } from './filling.ts'
import { insertFirstHappening } from './happenings.ts'

type SeedTarget = Pick<Kontor, 'config' | 'db' | 'news'>

/** Fills an empty database with the demo's first people, groups, document and happening: all that tests need. */
export async function seed(kontor: SeedTarget) {
  const hash = await hashPassword(demoPassword)
  await inTransaction(kontor, async (tx) => {
    await insertFirstData(kontor, tx, hash)
    await markFillingComplete(tx)
  })
}

/**
 * For a demo: inserts the first data unless an earlier start has done so. `isAll`: no further step follows, so the
 * filling is marked as complete.
 */
export async function seedFirstOnce(kontor: Kontor, { isAll }: { isAll: boolean }) {
  const hash = await hashPassword(demoPassword)
  await inTransaction(kontor, async (tx) => {
    if (!(await lockUnfinishedCompanyForUpdate(tx))) return
    if (!(await isSeeded(tx))) await insertFirstData(kontor, tx, hash)
    if (isAll) await markFillingComplete(tx)
  })
}

async function insertFirstData({ config }: SeedTarget, tx: Tx, hash: string) {
  await insertPeople(tx, hash)
  await insertGroups(tx)
  await insertDocument(tx, firstDocument)
  await insertFirstHappening(tx, config.timeZone)
}

/** True if at least one of the demo's people is in the database, from this start or an earlier one. */
export async function isSeeded(db: Database): Promise<boolean> {
  const one = await db
    .selectFrom('users')
    .where('persplan_email', 'in', everybody.map(emailOf))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

const plannerId = (number: number) => `P${1001 + number}`

async function insertPeople(tx: Tx, password_hash: string) {
  await tx
    .insertInto('users')
    .values(
      everybody.map((person, number) => ({
        username: person.username,
        is_admin: person.is_admin ?? false,
        password_hash,
        persplan_id: plannerId(number),
        persplan_barcode: `${40_000_001 + number}`,
        persplan_username: person.username,
        persplan_vorname: person.vorname,
        persplan_nachname: person.nachname,
        persplan_email: emailOf(person),
        persplan_telefon: person.telefon,
      })),
    )
    // The first administrator may already have one of these names.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function insertGroups(tx: Tx) {
  const groups = await tx
    .insertInto('groups')
    .values(groupNames.map((name) => ({ name, planner_name: name })))
    .returning(['id', 'name'])
    .execute()
  const users = await tx.selectFrom('users').select(['id', 'username']).execute()
  const memberships = everybody.flatMap(({ username, groups: names }) => {
    const user = users.find((candidate) => candidate.username === username)
    return groups
      .filter(({ name }) => (names as string[]).includes(name))
      .flatMap((group) => (user ? [{ user_id: user.id, group_id: group.id, imported: true }] : []))
  })
  await tx.insertInto('memberships').values(memberships).execute()
}
