// The list of documents that a person sees, with their progress.
import type { DocFilter, DocListItem } from '#contract/docs.ts'
import type { ListQuery } from '#contract/shapes.ts'
import type { Caller } from '#server/caller.ts'
import { atOneMoment } from '#server/db/connect.ts'
import type { Sent } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads, aboutDocs } from '#server/live/facts.ts'
import { type DocProgress, listFilled } from './filled-store.ts'
import { plannedFor, rightsOn, roundFor } from './read-doc.ts'
import { listDocs } from './store.ts'

/** Progress of one person, by document. */
export type Fills = ReadonlyMap<number, DocProgress>
type Page = Awaited<ReturnType<typeof listDocs>>
type DocList = { items: Sent<DocListItem>[]; pages: number }

export const factsOfDocs = [aboutDocs, aboutDocHeads]

/**
 * Maximum age in ms of the numbers of people who have finished. Answers arrive all the time, and counting
 * after each would be too expensive.
 */
export const COUNTED_MS = 60_000

/** Reads in one snapshot, because changed fields and the moved answers are committed together. */
export const readDocs = (
  { db }: Kontor,
  by: Caller,
  query: ListQuery,
  only: DocFilter | undefined,
): Promise<DocList> =>
  atOneMoment(db, async (tx) => {
    const page = await listDocs(tx, by, query, only)
    const filled = await listFilled(tx, [by.id])
    return toAnswer(page, filled.get(by.id) ?? new Map(), by)
  })

const nothing = { fill: false, administer: false }

const toAnswer = (page: Page, own: Fills, by: Caller): DocList => ({
  items: page.items.map(({ hand_in, audience, ...doc }) => {
    const { fields, filled, handed_in } = own.get(doc.id) ?? {
      filled: 0,
      fields: doc.fields,
      handed_in: false,
    }
    return {
      ...doc,
      fields,
      filled,
      ...(hand_in && { handed_in }),
      ...(audience && { audience }),
      publish_at: plannedFor(by, doc.publish_at),
      next_round_at: roundFor(by, doc.status, doc.next_round_at),
      can: doc.deleted_at ? nothing : rightsOn(doc.status, by),
    }
  }),
  pages: page.pages,
})
