// Documents on „Heute“: those that the caller has not finished yet, and for administrators those with status Aktiv
// that no staff member has opened.
import type { AdminTasks, Today } from '#contract/today.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/db/connect.ts'
import { type FillableDoc, listDocProgress, listFillable, listUnreadDocs } from '#server/docs/filled-store.ts'
import type { ProgressByDoc } from '#server/docs/list-docs.ts'
import { maySeeDocAsStaffCondition } from '#server/docs/may-see-store.ts'
import { cutUnlessOneMore } from './cut-unless-one-more.ts'

/** Upper bound of documents on the card. */
const MAX_DOCS = 5

/** Administrators have the same documents to fill in as staff of their groups. */
export async function readOpenDocs(db: Database, by: Caller): Promise<Today['docs']> {
  const own = (await listDocProgress(db, [by.id])).get(by.id) ?? new Map()
  return toOpenDocs(await listFillable(db, maySeeDocAsStaffCondition(by)), own)
}

/** Sorted: with a due date, begun, others. */
function toOpenDocs(all: readonly FillableDoc[], own: ProgressByDoc): Today['docs'] {
  const open = all
    .map((doc) => ({ ...doc, ...(own.get(doc.id) ?? { filled: 0, handed_in: false }) }))
    .filter(({ hand_in, handed_in, filled, fields }) => (hand_in ? !handed_in : filled < fields))
    .map(({ id, name, fields, due_on, filled, hand_in }) => ({
      id,
      name,
      // A document without fields counts as one step: handing it in.
      fields: Math.max(fields, 1),
      due_on,
      filled,
      hand_in: !hand_in ? ('none' as const) : filled < fields ? ('after' as const) : ('now' as const),
    }))
  const due = open.filter(({ due_on }) => due_on !== null)
  const others = open.filter(({ due_on }) => due_on === null)
  const begun = others.filter(({ filled }) => filled > 0)
  const fresh = others.filter(({ filled }) => filled === 0)
  return { count: open.length, items: cutUnlessOneMore([...due, ...begun, ...fresh], MAX_DOCS) }
}

export async function readUnreadDocs(db: Database): Promise<AdminTasks['unread_docs']> {
  const unread = await listUnreadDocs(db)
  return { count: unread.length, items: cutUnlessOneMore(unread, MAX_DOCS) }
}
