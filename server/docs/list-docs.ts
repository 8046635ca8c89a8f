// The list of documents. Everybody in the same groups sees the same documents: a page is read once for all of them, and
// what each of them has filled in is counted apart. Both are kept until they change.
import type { DocFilter, DocListItem } from '#contract/docs.ts'
import type { ListQuery } from '#contract/shapes.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { type Kind, madeOf } from '#server/lists/list-memory.ts'
import { aboutAnswers, aboutDocHeads, aboutDocs } from '#server/live/facts.ts'
import { oneText } from '#server/one-text.ts'
import { type Filled, listFilled } from './filled-store.ts'
import { mayRestore, maySee, maySeeIn } from './may-see-store.ts'
import { plannedFor, rightsOn, roundFor } from './read-doc.ts'
import { listDocs } from './store.ts'

export type Fills = ReadonlyMap<number, Filled>
type Page = Awaited<ReturnType<typeof listDocs>>
type Answer = { items: DocListItem[]; pages: number }

export const factsOfDocs = [aboutDocs, aboutDocHeads]

/** What one person has filled in. */
export const fills: Kind<Fills> = {
  keyOf: oneText((id) => `filled ${id}`),
  facts: (userId) => [aboutDocs, aboutAnswers(userId)],
  read: listFilled,
  nothing: new Map(),
}

export const filledBy = async (
  { lists }: Pick<Kontor, 'lists'>,
  { id }: Pick<Caller, 'id'>,
): Promise<Fills> => (await lists.each(fills, [id])).get(id) ?? fills.nothing

/** All who see the same documents have the same key. */
const sightOf = ({ is_admin, group_ids }: Caller) => (is_admin ? 'all' : group_ids.join())

/** Of one page, for whoever has the rights of the caller. */
const keyOf = (by: Caller, { filter, order_by, page, per_page }: ListQuery, only: DocFilter | undefined) =>
  `docs ${JSON.stringify([sightOf(by), filter, order_by, page, per_page, only])}`

function seenBy(by: Caller, only: DocFilter | undefined) {
  if (only === 'Gelöscht') return mayRestore(by)
  return by.is_admin ? maySee(by) : maySeeIn(by.group_ids)
}

export async function readDocs(
  kontor: Kontor,
  by: Caller,
  query: ListQuery,
  only: DocFilter | undefined,
): Promise<Answer> {
  const { lists } = kontor
  const key = keyOf(by, query, only)
  const { page, own } = await lists.ofOneMoment({
    read: async () => ({
      page: await lists.read({
        key,
        facts: factsOfDocs,
        filter: query.filter,
        read: (db) => listDocs(db, seenBy(by, only), query, only),
      }),
      own: await filledBy(kontor, by),
    }),
    fits: ({ page, own }) => isOfOneMoment(page.items, own),
    keys: () => [key, fills.keyOf(by.id)],
  })
  return shown(page, own, by)
}

/**
 * Fields are changed and answers moved along with one commit: what was counted must be of the fields that are shown.
 */
export const isOfOneMoment = (docs: readonly { id: number; tag: string }[], own: Fills) =>
  docs.every(({ id, tag }) => (own.get(id)?.tag ?? tag) === tag)

const nothing = { fill: false, administer: false }

/** Those who have filled in as much get the very same answer. */
function shown(page: Page, own: Fills, by: Caller): Answer {
  const counts = page.items.map(({ id, fields, hand_in }) => {
    const { handed_in, ...known } = own.get(id) ?? { filled: 0, fields, handed_in: false }
    return { fields: known.fields, filled: known.filled, ...(hand_in && { handed_in }) }
  })
  return madeOf(page, JSON.stringify(counts), () => ({
    items: page.items.map(({ tag: _tag, hand_in: _handIn, ...doc }, place) => ({
      ...doc,
      ...(counts[place] as (typeof counts)[number]),
      last_update: doc.last_update.toISOString(),
      deleted_at: doc.deleted_at?.toISOString() ?? null,
      publish_at: plannedFor(by, doc.publish_at),
      next_round_at: roundFor(by, doc.status, doc.next_round_at),
      can: doc.deleted_at ? nothing : rightsOn(doc.status, by),
    })),
    pages: page.pages,
  }))
}
