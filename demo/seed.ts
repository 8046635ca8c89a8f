import { hashPassword } from '#server/auth/hashing.ts'
import { setCompany } from '#server/company/store.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { demoPassword, emailOf, everybody, groupNames } from './cast.ts'
import { firstDocument } from './documents/all.ts'
import { insertDocument } from './documents/insert.ts'
import { insertFirstHappening } from './happenings.ts'

/** Fills a database that was empty until now with the demo's company. */
export async function seed(kontor: Kontor) {
  const hash = await hashPassword(demoPassword)
  await inTransaction(kontor, async (tx) => {
    await insertPeople(tx, hash)
    await insertGroups(tx)
    await insertDocument(tx, firstDocument)
    await insertFirstHappening(tx, kontor.config.timeZone)
    // Whoever tries the demo has the first steps behind them.
    await setCompany(tx, { steps_put_away: true })
  })
}

/** True if the demo's people are in the database, from this start or an earlier one. */
export async function isSeeded({ db }: Kontor): Promise<boolean> {
  const first = await db
    .selectFrom('users')
    .where('persplan_id', '=', FIRST_NUMBER)
    .select('id')
    .executeTakeFirst()
  return first !== undefined
}

const numbered = (number: number) => `P${1001 + number}`
const FIRST_NUMBER = numbered(0)

async function insertPeople(tx: Tx, password_hash: string) {
  await tx
    .insertInto('users')
    .values(
      everybody.map((person, number) => ({
        username: person.username,
        is_admin: person.is_admin ?? false,
        password_hash,
        persplan_id: numbered(number),
        persplan_barcode: `${40_000_001 + number}`,
        persplan_username: person.username,
        persplan_vorname: person.vorname,
        persplan_nachname: person.nachname,
        persplan_email: emailOf(person),
        persplan_telefon: person.telefon,
      })),
    )
    // The first administrator may have the name of one of them.
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
    const user = users.find((found) => found.username === username)
    return groups
      .filter(({ name }) => (names as string[]).includes(name))
      .flatMap((group) => (user ? [{ user_id: user.id, group_id: group.id, imported: true }] : []))
  })
  await tx.insertInto('memberships').values(memberships).execute()
}
