import { docStatusesForStaff } from '#contract/document/statuses.ts'
import type { HandInKind } from '#contract/results.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { announceDoc } from '#server/docs/change-doc.ts'
import { resolveGroupNames } from '#server/docs/change-visibility.ts'
import { isFillable } from '#server/docs/may-fill.ts'
import { getDocHead, lockDocForUpdate, setDoc, setUnread } from '#server/docs/store.ts'
import { listReaders, setGroups } from '#server/docs/visibility-store.ts'
import { refuseInvalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { isLongPast, parseMoment } from './moment.ts'
import { countAudience } from './store.ts'

const problems = {
  startIsPast: 'Dieser Zeitpunkt liegt in der Vergangenheit. Bitte wählen Sie einen anderen, oder „Sofort“.',
  isPublished: 'Der Prozess ist schon veröffentlicht. Bitte wählen Sie „Sofort“.',
  isSeen:
    'Einen erledigten Prozess sehen die Mitarbeitenden schon. Bitte wählen Sie „Sofort“, oder setzen Sie ihn erst auf „Inaktiv“.',
  dueBeforeFirst: 'Die Frist liegt vor dem ersten Tag, an dem der Prozess zu sehen ist.',
  forNobody: 'Bitte wählen Sie eine Gruppe, oder zeigen Sie den Prozess allen.',
}

type Audience = { public: boolean; groups: string[] }
type PublishRequest = Audience & {
  from?: string | null
  due_on?: string | null
  notify?: boolean
  hand_in?: HandInKind | null
}

/** Number of people that publishing would reach; changes nothing. */
export async function previewPublishing(
  { db }: Kontor,
  by: Caller,
  docId: number,
  { public: isPublic, groups }: Audience,
) {
  const { fields } = await getDocHead(db, by, docId)
  const groupIds = isPublic ? [] : [...(await resolveGroupNames(db, groups))]
  return { ...(await countAudience(db, { public: isPublic, groupIds })), fields: fields.length }
}

/**
 * Publishes a document at once, or schedules it for `publishing.from`. The audience is set at once in both cases;
 * `publishDue` sets the status Aktiv of a scheduled document. With `notify`, only people who could not fill in the
 * document before are notified.
 */
export function publishDoc(kontor: Kontor, by: Caller, doc_id: number, publishing: PublishRequest) {
  const { public: isPublic, due_on, hand_in, notify = true } = publishing
  const now = Temporal.Now.zonedDateTimeISO(kontor.config.timeZone)
  const start = publishing.from ? parseMoment(publishing.from, now, 'from') : now
  if (isLongPast(start, now)) throw refuseInvalid(['body', 'from'], problems.startIsPast)
  const isLater = Temporal.ZonedDateTime.compare(start, now) > 0
  return inTransaction(kontor, async (tx) => {
    const doc = await lockDocForUpdate(tx, doc_id)
    if (isLater && docStatusesForStaff.includes(doc.status))
      throw refuseInvalid(['body', 'from'], isFillable(doc.status) ? problems.isPublished : problems.isSeen)
    const due = due_on === undefined ? doc.due_on : due_on
    // A running document may keep a due date in the past.
    const isKept = isFillable(doc.status) && due === doc.due_on
    if (due && !isKept && due < start.toPlainDate().toString())
      throw refuseInvalid(['body', 'due_on'], problems.dueBeforeFirst)
    const groups = await resolveGroupNames(tx, publishing.groups)
    if (!isPublic && groups.size === 0) throw refuseInvalid(['body', 'groups'], problems.forNobody)
    const before = isFillable(doc.status) ? await listReaders(tx, doc) : []
    await setGroups(tx, doc_id, [...groups])
    const publish_at = isLater ? new Date(start.epochMilliseconds) : null
    await setDoc(tx, doc_id, {
      public: isPublic,
      publish_at,
      publish_tells: notify,
      ...(due_on !== undefined && { due_on }),
      ...(hand_in !== undefined && { hand_in }),
      ...(!isLater && { status: 'Aktiv' }),
    })
    if (!isLater && !isFillable(doc.status)) await setUnread(tx, doc_id)
    const audience = await countAudience(tx, { public: isPublic, groupIds: [...groups] })
    await audit(tx, by.id, 'doc.publish', {
      doc_id,
      public: isPublic,
      groups: publishing.groups,
      people: audience.people,
      notify,
      due_on: due,
      publish_at: publish_at?.toISOString() ?? null,
      hand_in: hand_in === undefined ? doc.hand_in : hand_in,
    })
    if (notify && !isLater) {
      const readers = await listReaders(tx, { ...doc, public: isPublic, status: 'Aktiv' }, by.id)
      await announceDoc(tx, kontor, doc, [...new Set(readers).difference(new Set(before))])
    }
    changed(tx, aboutDocHeads)
    return { ...audience, publish_at }
  })
}

/** Cancels a scheduled publication. The audience that was set with it stays. */
export function cancelPublishing(kontor: Kontor, by: Caller, doc_id: number) {
  return inTransaction(kontor, async (tx) => {
    await lockDocForUpdate(tx, doc_id)
    await setDoc(tx, doc_id, { publish_at: null })
    await audit(tx, by.id, 'doc.call_off', { doc_id })
    changed(tx, aboutDocHeads)
  })
}
