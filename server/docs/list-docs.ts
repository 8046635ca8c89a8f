// The list of documents that a person sees, with their progress.
import type { DocFilter, DocListItem } from '#contract/docs.ts'
import type { ListQuery } from '#contract/shapes.ts'
import type { Caller } from '#server/caller.ts'
import { inSnapshot } from '#server/db/connect.ts'
import type { Serialisable } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutDocHeads, aboutDocs } from '#server/live/facts.ts'
import { type DocProgress, listDocProgress } from './filled-store.ts'
import { docRights, visibleNextRoundAt, visiblePublishAt } from './read-doc.ts'
import { listDocs } from './store.ts'

/** One person's progress, keyed by document id. */
export type ProgressByDoc = ReadonlyMap<number, DocProgress>
type Page = Awaited<ReturnType<typeof listDocs>>
type DocList = { items: Serialisable<DocListItem>[]; pages: number }

export const factsOfDocs = [aboutDocs, aboutDocHeads]

/**
 * Maximum age in ms of the numbers of people who have finished. Answers arrive all the time, and counting
 * after each would be too expensive.
 */
export const COUNTS_MAX_AGE_MS = 60_000

/** Reads in one snapshot: changed fields and the answers that move with them are committed together. */
export const readDocs = (
  { db }: Kontor,
  by: Caller,
  query: ListQuery,
  only: DocFilter | undefined,
): Promise<DocList> =>
  inSnapshot(db, async (tx) => {
    const page = await listDocs(tx, by, query, only)
    const filled = await listDocProgress(tx, [by.id])
    return toDocList(page, filled.get(by.id) ?? new Map(), by)
  })

const noRights = { fill: false, administer: false }

const toDocList = (page: Page, own: ProgressByDoc, by: Caller): DocList => ({
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
      publish_at: visiblePublishAt(by, doc.publish_at),
      next_round_at: visibleNextRoundAt(by, doc.status, doc.next_round_at),
      can: doc.deleted_at ? noRights : docRights(doc.status, by),
    }
  }),
  pages: page.pages,
})
