import { sql } from 'kysely'
import type { Caller } from '#server/caller.ts'
import { hasInserted } from '#server/db/affected.ts'
import { type Database, type Tx, transaction } from '#server/db/connect.ts'
import type { EncodedImage } from '#server/drawing/formats.ts'
import { notFound } from '#server/http/errors.ts'
import { UNUSED_DAYS } from '#server/images/store.ts'
import { maySeeDocCondition } from '../may-see-store.ts'

type PhotoOwner = { docId: number; userId: number }

/** Owner and document of an existing photo id; undefined if unused. */
export const findPhotoHead = (db: Database, id: string) =>
  db.selectFrom('doc_photos').where('id', '=', id).select(['doc_id', 'user_id']).executeTakeFirst()

/** False if a photo with this id exists already. */
export async function insertPhoto(
  tx: Tx,
  id: string,
  { docId, userId }: PhotoOwner,
  { type, bytes, small = bytes }: EncodedImage,
): Promise<boolean> {
  return hasInserted(
    tx
      .insertInto('doc_photos')
      .values({ id, doc_id: docId, user_id: userId, type, bytes, small })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  )
}

/** Visible to its owner and administrators, like the answer, as long as they see the document. */
export const getPhoto = (db: Database, by: Caller, id: string, size: 'full' | 'small') =>
  db
    .selectFrom('doc_photos')
    .innerJoin('docs', 'docs.id', 'doc_photos.doc_id')
    .where('doc_photos.id', '=', id)
    .where(maySeeDocCondition(by))
    .where(sql<boolean>`(${by.is_admin} or doc_photos.user_id = ${by.id})`)
    .select(['doc_photos.type', size === 'small' ? 'doc_photos.small as bytes' : 'doc_photos.bytes'])
    .executeTakeFirstOrThrow(notFound)

/**
 * The photos among `ids` that the person has uploaded for this document. Locked until the commit, so that clean-up does
 * not delete them before an answer references them.
 */
export async function lockPhotosForShare(
  tx: Tx,
  { docId, userId }: PhotoOwner,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('doc_photos')
    .where('id', 'in', ids)
    .where('doc_id', '=', docId)
    .where('user_id', '=', userId)
    .where('round_id', 'is', null)
    .select('id')
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Assigns photos to a finished round, so that they are deleted together with the round. */
export async function movePhotosToRound(tx: Tx, docId: number, roundId: number, ids: readonly string[]) {
  await tx
    .updateTable('doc_photos')
    .set({ round_id: roundId })
    .where('doc_id', '=', docId)
    .where('id', 'in', ids)
    .where('round_id', 'is', null)
    .execute()
}

const photoPathColumn = sql`'/docs/photos/' || doc_photos.id || '/'`

const isUnusedCondition = sql<boolean>`round_id is null
  and created_at < now() - make_interval(days => ${UNUSED_DAYS})
  and not exists (select from doc_answers, jsonb_each_text(data) answer
    where doc_answers.doc_id = doc_photos.doc_id and doc_answers.user_id is not distinct from doc_photos.user_id
      and answer.value = ${photoPathColumn})`

/**
 * Deletes photos that no answer references. Rounds ended by an older release have not set `round_id` on their
 * photos, so the stored results of rounds are searched for the path of the photo, too. Locks the photos and then
 * checks them again, and keeps those that an answer references by now. An answer that references a deleted photo
 * is refused.
 */
export const deleteUnusedPhotos = (db: Database) =>
  transaction(db, async (tx) => {
    const photos = await tx
      .selectFrom('doc_photos')
      .where(isUnusedCondition)
      .select('id')
      .orderBy('id')
      .forUpdate()
      .execute()
    if (photos.length === 0) return
    const ids = photos.map(({ id }) => id)
    await sql`with unused as materialized (
        select id, doc_id from doc_photos where id = any(${ids}) and ${isUnusedCondition})
      delete from doc_photos using unused
      where doc_photos.id = unused.id and not exists (
        select from doc_rounds where doc_rounds.doc_id = unused.doc_id and strpos(results::text, ${photoPathColumn}) > 0)`.execute(
      tx,
    )
  })
