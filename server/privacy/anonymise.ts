import { audit } from '#server/audit/audit.ts'
import {
  findSameUsername,
  listAdmins,
  lockAdminsForUpdate,
  lockUserForUpdate,
} from '#server/auth/accounts-store.ts'
import type { Caller } from '#server/caller.ts'
import { refreshRoomsAfterDeletion } from '#server/chat/messages-store.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { formerPersonName } from '#server/db/people.ts'
import { type Refused, refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import {
  aboutAssignments,
  aboutDocs,
  aboutHappenings,
  aboutRoom,
  aboutRoomHead,
  aboutUser,
  aboutUsers,
} from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { peoplePayload, queueWebhookEvent } from '#server/webhooks/outbox-store.ts'
import * as store from './anonymise-store.ts'
import { type Fates, listAnonymisationEffects } from './fates.ts'
import type { AnonymiseOptions } from './section-store.ts'
import { forgetEverywhere } from './sections-store.ts'
import { type DataSubject, getSubject } from './subject-store.ts'

/**
 * Anonymises a person: their name becomes „Ehemalige Person 12“ everywhere, they cannot sign in, and nothing
 * identifies them any more. People who are still in the planner must be removed there first. Unsent times must
 * be sent first, while they still have a name. Returns the same counts as the preview.
 * docs/decisions/0019-data-protection.md.
 */
export async function anonymise(
  kontor: Kontor,
  by: Caller,
  id: number,
  wanted: AnonymiseOptions,
): Promise<Fates> {
  return inTransaction(kontor, (tx) => anonymiseIn(tx, { by: by.id, id, wanted }))
}

export async function previewAnonymisation({ db }: Kontor, by: Caller, id: number, wanted: AnonymiseOptions) {
  const subject = await getSubject(db, id)
  const refusal = await findRefusal(db, subject, { by: by.id, admins: await listAdmins(db) })
  return { ...(await listAnonymisationEffects(db, subject, wanted)), refused: refusal?.message ?? null }
}

type Anonymisation = { by: number | null; id: number; wanted: AnonymiseOptions }

/** `by`: null for a retention rule. */
export async function anonymiseIn(tx: Tx, { by, id, wanted }: Anonymisation): Promise<Fates> {
  const admins = await lockAdminsForUpdate(tx)
  await lockUserForUpdate(tx, id)
  const subject = await getSubject(tx, id)
  await store.lockTimesForUpdate(tx, subject)
  const refusal = await findRefusal(tx, subject, { by, admins })
  if (refusal) throw refusal
  const rooms = await store.lockRoomsOfForUpdate(tx, subject)
  const fates = await listAnonymisationEffects(tx, subject, wanted)
  await forgetEverywhere(tx, subject, wanted)
  await refreshRoomsAfterDeletion(tx, rooms)
  await audit(tx, by, 'user.anonymise', { user_id: id, ...countsOf(fates, wanted) })
  await queueWebhookEvent(tx, 'people.changed', peoplePayload('removed', [id]))
  changed(tx, aboutUser(id), aboutUsers, aboutAssignments, aboutHappenings)
  if (wanted.answers) changed(tx, aboutDocs)
  for (const { kind, id } of rooms) changed(tx, aboutRoom(kind, id), aboutRoomHead(kind, id))
  return fates
}

const countsOf = ({ goes, stays }: Fates, { messages, answers }: AnonymiseOptions) => ({
  messages_deleted: messages,
  answers_deleted: answers,
  times: stays.find(({ name }) => name === 'times')?.count ?? 0,
  goes: goes.reduce((sum, { count }) => sum + count, 0),
})

/** A refusal with the reason why the person cannot be anonymised; undefined if they can. */
async function findRefusal(
  db: Database,
  subject: DataSubject,
  { by, admins }: { by: number | null; admins: readonly number[] },
): Promise<Refused | undefined> {
  const { id, is_active, is_blocked, persplan_id, anonymised_at, display_name } = subject
  const not = (sentence: string) => refuse('not_anonymisable', sentence)
  if (anonymised_at !== null) return not('Diese Person ist schon anonymisiert.')
  if (id === by) return not('Sie können sich nicht selbst anonymisieren.')
  if (is_active && admins.length <= 1 && admins.includes(id)) return refuse('last_admin')
  if (is_active && persplan_id !== null)
    return not(
      `${display_name} ist in der Personalplanung noch aktiv. Bitte lassen Sie die Person dort zuerst ausscheiden, und gleichen Sie dann die Benutzer ab.`,
    )
  if (is_blocked)
    return not(
      `${display_name} ist gesperrt. Bitte heben Sie die Sperre auf, sobald die Person nicht mehr in der Personalplanung steht, und gleichen Sie dann die Benutzer ab.`,
    )
  const unsent = await store.countUnsent(db, subject)
  if (unsent > 0)
    return not(
      unsent === 1
        ? 'Eine erfasste Zeit dieser Person ist noch nicht gesendet. Bitte senden oder leeren Sie diese zuerst.'
        : `${unsent.toLocaleString('de-DE')} erfasste Zeiten dieser Person sind noch nicht gesendet. Bitte senden oder leeren Sie diese zuerst.`,
    )
  const same = await findSameUsername(db, formerPersonName(id), id)
  if (same !== undefined)
    return not(`Jemand heißt schon „${same}“. Bitte benennen Sie diesen Benutzer zuerst um.`)
  return undefined
}
