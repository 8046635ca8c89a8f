// Documents on the page of today: what the caller may fill in, and for administrators what nobody has read.
import type { Today, Waiting } from '#contract/today.ts'
import type { Caller } from '#server/caller.ts'
import {
  type ActiveDoc,
  type FillableDoc,
  listActive,
  listFillable,
  listFilled,
} from '#server/docs/filled-store.ts'
import { type Fills, factsOfDocs } from '#server/docs/list-docs.ts'
import { isShownIn, maySeeIn } from '#server/docs/may-see-store.ts'
import type { Kontor } from '#server/kontor.ts'
import type { Kind } from '#server/lists/list-memory.ts'
import { aboutAnswers, aboutDocs } from '#server/live/facts.ts'
import { atMost } from './at-most.ts'

/** So many stand on a card. */
const MOST = 5

/** `unread`: for administrators; others are told of none. */
type Docs = { open: Today['docs']; unread: Waiting['unread_docs'] }

/** What one person has filled in. */
const fills: Kind<Fills> = {
  keyOf: (id) => `filled ${id}`,
  facts: (userId) => [aboutDocs, aboutAnswers(userId)],
  read: listFilled,
  nothing: new Map(),
}

const filledBy = async ({ lists }: Kontor, { id }: Caller): Promise<Fills> =>
  (await lists.each(fills, [id])).get(id) ?? fills.nothing

/** Fields are changed and answers moved along with one commit, and each is read by itself. */
const isOfOneMoment = (docs: readonly { id: number; tag: string }[], own: Fills) =>
  docs.every(({ id, tag }) => (own.get(id)?.tag ?? tag) === tag)

export const todaysDocs = (kontor: Kontor, by: Caller): Promise<Docs> =>
  by.is_admin ? docsOfAdministrator(kontor, by) : docsOfStaff(kontor, by)

async function docsOfStaff(kontor: Kontor, by: Caller): Promise<Docs> {
  const { lists } = kontor
  const key = `fillable ${by.group_ids.join()}`
  const { all, own } = await lists.ofOneMoment({
    read: async () => ({
      all: await lists.read({
        key,
        facts: factsOfDocs,
        read: (db) => listFillable(db, maySeeIn(by.group_ids)),
      }),
      own: await filledBy(kontor, by),
    }),
    fits: ({ all, own }) => isOfOneMoment(all, own),
    keys: () => [key, fills.keyOf(by.id)],
  })
  return { open: openOf(all, own), unread: { count: 0, items: [] } }
}

/**
 * All administrators share what is Aktiv: both of their cards come from it, so that a document has one name on them. To
 * fill in they have what staff in their groups see.
 */
async function docsOfAdministrator(kontor: Kontor, by: Caller): Promise<Docs> {
  const { lists } = kontor
  const key = 'active docs'
  const { all, own } = await lists.ofOneMoment({
    read: async () => ({
      all: await lists.read({ key, facts: factsOfDocs, read: listActive }),
      own: await filledBy(kontor, by),
    }),
    fits: ({ all, own }) => isOfOneMoment(all, own) && isAnsweredAlike(all, own, by),
    keys: () => [key, fills.keyOf(by.id)],
  })
  const fillable = all.filter(({ is_fillable, groups }) => is_fillable && isShownIn(by.group_ids, groups))
  return { open: openOf(fillable, own), unread: unreadOf(all) }
}

/** A first answer is counted in one of them, and in the other ends that nobody has read it. */
const isAnsweredAlike = (all: readonly ActiveDoc[], own: Fills, by: Caller) =>
  all.every(({ id, answered_by }) => answered_by === null || own.has(id) === answered_by.includes(by.id))

/** What is due next first, then what they have begun, then the newest. */
function openOf(all: readonly FillableDoc[], own: Fills): Today['docs'] {
  const open = all
    .map((doc) => ({ ...doc, ...(own.get(doc.id) ?? { filled: 0, handed_in: false }) }))
    .filter(({ hand_in, handed_in, filled, fields }) => (hand_in ? !handed_in : filled < fields))
    .map(({ id, name, fields, due_on, filled, hand_in }) => ({
      id,
      name,
      // Where there is nothing to fill in, handing it in is what there is to do.
      fields: Math.max(fields, 1),
      due_on,
      filled,
      hand_in: !hand_in ? ('none' as const) : filled < fields ? ('after' as const) : ('now' as const),
    }))
  const due = open.filter(({ due_on }) => due_on !== null)
  const others = open.filter(({ due_on }) => due_on === null)
  const begun = others.filter(({ filled }) => filled > 0)
  const fresh = others.filter(({ filled }) => filled === 0)
  return { count: open.length, items: atMost([...due, ...begun, ...fresh], MOST) }
}

/** The newest first. */
function unreadOf(all: readonly ActiveDoc[]): Waiting['unread_docs'] {
  const unread = all
    .filter(({ is_unread }) => is_unread)
    .toSorted((one, other) => one.newest - other.newest)
    .map(({ id, name }) => ({ id, name }))
  return { count: unread.length, items: atMost(unread, MOST) }
}
