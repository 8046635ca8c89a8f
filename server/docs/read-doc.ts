import type { DocFilter, DocStatus } from '#contract/docs.ts'
import type { ListQuery } from '#contract/shapes.ts'
import type { Caller } from '#server/caller.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { isFillable } from './may-fill.ts'
import { findDocImage, getDoc, listDocs } from './store.ts'

/** Documents as a caller sees them, each with what they may do with it right now. */
export async function readDocs({ db }: Kontor, by: Caller, query: ListQuery, only: DocFilter | undefined) {
  const { items, pages } = await listDocs(db, by, query, only)
  return {
    items: items.map((doc) => ({
      ...doc,
      last_update: doc.last_update.toISOString(),
      deleted_at: doc.deleted_at?.toISOString() ?? null,
      can: doc.deleted_at ? nothing : rightsOn(doc.status, by),
    })),
    pages,
  }
}

export async function readDoc({ db }: Kontor, by: Caller, id: number) {
  const { last_update, ...doc } = await getDoc(db, by, id)
  return { ...doc, last_update: last_update.toISOString(), can: rightsOn(doc.status, by) }
}

export async function readImage({ db }: Kontor, by: Caller, id: string) {
  const image = await findDocImage(db, by, id)
  if (!image) throw refuse('not_found')
  return image
}

const nothing = { fill: false, administer: false }
export const rightsOn = (status: DocStatus, by: Caller) => ({
  fill: isFillable(status),
  administer: by.is_admin,
})
