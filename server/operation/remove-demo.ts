import { randomBytes } from 'node:crypto'
import { audit } from '#server/audit/audit.ts'
import { lockAdminsForUpdate } from '#server/auth/accounts-store.ts'
import { hashPassword } from '#server/auth/hashing.ts'
import { setPasswordHash } from '#server/auth/store.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAssignments, aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { StartError } from '#server/start-error.ts'
import { insertUser, setIsAdmin } from '#server/users/store.ts'
import { peoplePayload, queueWebhookEvent } from '#server/webhooks/outbox-store.ts'
import { listOpenDemoAccounts } from './demo-accounts.ts'
import { closeAccounts, hasOtherAdmin, listDemoPeople } from './demo-store.ts'
import { withUserDatabase } from './reset-password.ts'

/** Closes the accounts of the demo and prints the result. A running server ends their sessions at once. */
export async function removeDemo(args: string[]) {
  if (args.length > 0) throw new StartError('Aufruf: npm run kontor -- remove-demo')
  await withUserDatabase(async (kontor) => printReport(await closeDemo(kontor)))
}

type ClosingReport = {
  closed: number
  kept: string[]
  admin: { username: string; password: string } | undefined
}

/**
 * Closes the demo's accounts but keeps their data. Accounts with a changed password stay open. Creates an
 * administrator if none would be left.
 */
export async function closeDemo(kontor: Pick<Kontor, 'db' | 'news'>): Promise<ClosingReport> {
  const open = new Set((await listOpenDemoAccounts(kontor.db)).map(({ id }) => id))
  const password = randomBytes(12).toString('base64url')
  const hash = await hashPassword(password)
  return inTransaction(kontor, async (tx) => {
    await lockAdminsForUpdate(tx)
    const people = await listDemoPeople(tx)
    const isKept = ({ id, password_hash }: (typeof people)[number]) => password_hash !== null && !open.has(id)
    const ids = people.filter((person) => !isKept(person)).map(({ id }) => id)
    const remaining = people
      .filter((person) => isKept(person) && person.is_active)
      .map(({ username }) => username)
    if (ids.length === 0) return { closed: 0, kept: remaining, admin: undefined }
    const username = (await hasOtherAdmin(tx, ids)) ? undefined : await insertAdmin(tx, hash)
    await closeAccounts(tx, ids)
    await audit(tx, null, 'user.deactivate', { user_ids: ids })
    await queueWebhookEvent(tx, 'people.changed', peoplePayload('changed', ids))
    changed(tx, aboutUsers, aboutAssignments, ...ids.map(aboutUser))
    return {
      closed: ids.length,
      kept: remaining,
      admin: username === undefined ? undefined : { username, password },
    }
  })
}

async function insertAdmin(tx: Tx, hash: string): Promise<string> {
  for (let number = 1; ; number++) {
    const username = number === 1 ? 'admin' : `admin${number}`
    const id = await insertUser(tx, {
      username,
      persplan_vorname: null,
      persplan_nachname: null,
      email: null,
    })
    if (id === undefined) continue
    await setIsAdmin(tx, id, true)
    await setPasswordHash(tx, id, hash, { isGiven: true })
    await audit(tx, null, 'user.first_administrator', { user_id: id })
    return username
  }
}

function printReport({ closed, kept, admin }: ClosingReport) {
  if (closed === 0 && kept.length === 0) return console.log('Konten der Demo gibt es hier nicht.')
  console.log(
    closed === 1 ? 'Ein Konto der Demo ist geschlossen.' : `${closed} Konten der Demo sind geschlossen.`,
  )
  if (admin) {
    console.log(`Anmeldung als Admin: ${admin.username} / ${admin.password}`)
    console.log('Das Passwort steht nur hier. Bitte ändern Sie es nach der Anmeldung.')
  }
  if (kept.length > 0)
    console.log(
      `Offen bleiben, weil sie ein eigenes Passwort haben: ${kept.map((name) => `„${name}“`).join(', ')}.`,
    )
  console.log(
    'Prozesse, Veranstaltungen und Chats der Demo sind noch da; was Sie davon nicht brauchen, löschen Sie in der App.',
  )
}
