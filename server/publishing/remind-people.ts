import type { SkippedReminders } from '#contract/publishing.ts'
import { germanDay } from '#contract/time/german-day.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { sendDirectMessages } from '#server/chat/send-direct-messages.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isFillable } from '#server/docs/may-fill.ts'
import { getDocHead, lockDocForShare } from '#server/docs/store.ts'
import { refuse } from '#server/http/errors.ts'
import { insertJob } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { isMailAddress } from '#server/mail/address.ts'
import { notify } from '#server/push/notify.ts'
import { MAIL_LIFETIME_SECONDS, MAIL_REMINDER_JOB_KIND } from './mail-reminder.ts'
import { todayIn } from './moment.ts'
import { listAudienceReminderStates, listMailAddresses, markReminded, type ReminderContext } from './store.ts'

type ReminderRequest = {
  /** If absent, everybody who has not finished. */
  user_ids: number[] | undefined
  /** Origin of the administrator's browser, for links if PUBLIC_URL is unset. */
  origin: string
}
type Doc = { id: number; name: string; due_on: string | null }
type ReminderResult = { reminded: number; mailed: number; left_out: SkippedReminders }

/**
 * Reminds people of an unfinished document, each at most once a day: by push outside quiet hours, by a chat
 * message from the sender, and by mail if they have an address.
 */
export function remindPeople(
  kontor: Kontor,
  by: Caller,
  docId: number,
  order: ReminderRequest,
): Promise<ReminderResult> {
  const today = todayIn(kontor.config)
  return inTransaction(kontor, async (tx) => {
    const doc = await lockDocForShare(tx, by, docId)
    if (!isFillable(doc.status)) throw refuse('not_fillable')
    const { due, left_out } = await splitByReminderState(tx, doc, order.user_ids, { by: by.id, today })
    const reminded = await markReminded(tx, docId, due, today)
    const mailed = await sendReminders(tx, kontor, by, { doc, people: reminded, origin: order.origin })
    if (reminded.length > 0) await audit(tx, by.id, 'doc.remind', { doc_id: docId, user_ids: reminded })
    // `markReminded` leaves out people whom a concurrent call has already reminded. They count as reminded today.
    const others = due.length - reminded.length
    return { reminded: reminded.length, mailed, left_out: { ...left_out, today: left_out.today + others } }
  })
}

export async function previewReminders(
  { db, config }: Kontor,
  by: Caller,
  docId: number,
  userIds: number[] | undefined,
): Promise<{ people: number; left_out: SkippedReminders }> {
  const doc = await getDocHead(db, by, docId)
  if (!isFillable(doc.status)) throw refuse('not_fillable')
  const { due, left_out } = await splitByReminderState(db, doc, userIds, {
    by: by.id,
    today: todayIn(config),
  })
  return { people: due.length, left_out }
}

async function splitByReminderState(
  db: Database,
  doc: Parameters<typeof listAudienceReminderStates>[1],
  userIds: number[] | undefined,
  reminding: ReminderContext,
): Promise<{ due: number[]; left_out: SkippedReminders }> {
  const wanted = userIds && [...new Set(userIds)]
  const people = await listAudienceReminderStates(db, doc, wanted, reminding)
  const {
    due = [],
    finished = [],
    today = [],
    oneself = [],
    without_access = [],
  } = Object.groupBy(people, ({ reminder }) => reminder)
  return {
    due: due.map(({ user_id }) => user_id),
    left_out: {
      // Finished people are counted only if they were selected explicitly.
      finished: wanted ? finished.length : 0,
      today: today.length,
      not_asked: wanted ? wanted.length - people.length : 0,
      oneself: oneself.length,
      without_access: without_access.length,
    },
  }
}

type ReminderTargets = { doc: Doc; people: number[]; origin: string }

/** Returns the number of mails. */
async function sendReminders(
  tx: Tx,
  kontor: Kontor,
  by: Caller,
  { doc, people, origin }: ReminderTargets,
): Promise<number> {
  if (people.length === 0) return 0
  const path = `/ui/docs/${doc.id}/show`
  const until = doc.due_on === null ? '' : ` bis ${germanDay(doc.due_on)}`
  const text = `Bitte füllen Sie noch „${doc.name}“${until} aus: ${origin}${path}`
  await sendDirectMessages(tx, by, people, text)
  // `sendDirectMessages` sends no notification, so that this one can open the document instead of the chat.
  await notify(tx, kontor, people, {
    title: 'Bitte noch ausfüllen',
    body: `${doc.name}${until && ` –${until}`}`,
    path,
    tag: `doc-${doc.id}`,
  })
  if (!kontor.config.mail) return 0
  const reachable = (await listMailAddresses(tx, people)).filter(({ address }) => isMailAddress(address))
  for (const { id } of reachable)
    await insertJob(tx, {
      kind: MAIL_REMINDER_JOB_KIND,
      key: `${doc.id}/${id}`,
      payload: { doc_id: doc.id, user_id: id, by: by.display_name },
      lifetime: MAIL_LIFETIME_SECONDS,
    })
  changed(tx, aboutJobs)
  return reachable.length
}
