import type { LeftOut } from '#contract/publishing.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { sayToEach } from '#server/chat/say-to-each.ts'
import type { Tx } from '#server/db/connect.ts'
import { isFillable } from '#server/docs/may-fill.ts'
import { lockDocForShare } from '#server/docs/store.ts'
import { refuse } from '#server/http/errors.ts'
import { insertJob } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { isMailAddress } from '#server/mail/address.ts'
import { notify } from '#server/push/notify.ts'
import { MAIL_LIFETIME, REMIND_BY_MAIL } from './mail-reminder.ts'
import { listAsked } from './people-store.ts'
import { listAddressed, noteReminded } from './reminders-store.ts'

type Asked = {
  /** Without them all who have not finished. */
  user_ids: number[] | undefined
  /** Of the administrator's own browser, where the setting does not say how people reach the server. */
  origin: string
}
type Doc = { id: number; name: string; due_on: string | null }
type Reminded = { reminded: number; mailed: number; left_out: LeftOut }

/**
 * Reminds people of a document that they have not finished, each of them once a day: by a notification, unless they have
 * their quiet hours, by a message of whoever reminds them, and by mail where one reaches them.
 */
export function remindPeople(kontor: Kontor, by: Caller, docId: number, asked: Asked): Promise<Reminded> {
  const wanted = asked.user_ids && [...new Set(asked.user_ids)]
  const today = Temporal.Now.plainDateISO(kontor.config.timeZone).toString()
  return inTransaction(kontor, async (tx) => {
    const doc = await lockDocForShare(tx, by, docId)
    if (!isFillable(doc.status)) throw refuse('not_fillable')
    const people = await listAsked(tx, doc, wanted)
    const others = people.filter(({ user_id }) => user_id !== by.id)
    const open = others.filter(({ state }) => state !== 'finished').map(({ user_id }) => user_id)
    const reminded = await noteReminded(tx, docId, open, today)
    const mailed = await remind(tx, kontor, by, { doc, people: reminded, origin: asked.origin })
    if (reminded.length > 0) await audit(tx, by.id, 'doc.remind', { doc_id: docId, user_ids: reminded })
    return {
      reminded: reminded.length,
      mailed,
      left_out: {
        // Of all there is nothing to say about those who have finished: nobody meant them.
        finished: wanted ? others.length - open.length : 0,
        today: open.length - reminded.length,
        not_asked: wanted ? wanted.length - people.length : 0,
        oneself: people.some(({ user_id, state }) => user_id === by.id && state !== 'finished') ? 1 : 0,
      },
    }
  })
}

type Those = { doc: Doc; people: number[]; origin: string }

/** Answers how many mails go out. */
async function remind(tx: Tx, kontor: Kontor, by: Caller, { doc, people, origin }: Those): Promise<number> {
  if (people.length === 0) return 0
  const path = `/ui/docs/${doc.id}/show`
  const until = doc.due_on === null ? '' : ` bis ${doc.due_on.split('-').toReversed().join('.')}`
  await sayToEach(tx, kontor, by, people, {
    text: `Bitte füllen Sie noch „${doc.name}“ aus${until}: ${kontor.config.publicUrl?.origin ?? origin}${path}`,
    // It rings once, and leads to the document: the notification below.
    rings: false,
  })
  await notify(tx, kontor, people, {
    title: 'Bitte noch ausfüllen',
    body: `${doc.name}${until && ` –${until}`}`,
    path,
    tag: `doc-${doc.id}`,
  })
  if (!kontor.config.mail) return 0
  const reachable = (await listAddressed(tx, people)).filter(({ address }) => isMailAddress(address))
  for (const { id } of reachable)
    await insertJob(tx, {
      kind: REMIND_BY_MAIL,
      key: `${doc.id}/${id}`,
      payload: { doc_id: doc.id, user_id: id, by: by.display_name },
      lifetime: MAIL_LIFETIME,
    })
  changed(tx, aboutJobs)
  return reachable.length
}
