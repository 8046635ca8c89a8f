import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import type { EncodedImage } from '#server/drawing/formats.ts'

/** Ids are unguessable; permission is checked by the serving route anyway. */
export async function insertImage(
  tx: Tx | Database,
  by: number,
  { type, bytes, small }: EncodedImage,
  { is_for_docs }: { is_for_docs: boolean },
): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  await tx
    .insertInto('images')
    .values({ id, type, bytes, small: small ?? null, uploaded_by: by, is_for_docs })
    .execute()
  return id
}

/** Bytes that this person has stored in the last `seconds`, photos of answers included. Reads only the sizes. */
export async function countStoredBytes(db: Database, by: number, seconds: number): Promise<number> {
  const since = sql`now() - make_interval(secs => ${seconds})`
  const size = sql`octet_length(bytes) + coalesce(octet_length(small), 0)`
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(size), 0)::float8 as bytes from (
      select ${size} as size from images where uploaded_by = ${by} and created_at > ${since}
      union all select ${size} from doc_photos where user_id = ${by} and created_at > ${since}) sent`.execute(
    db,
  )
  return rows[0]?.bytes ?? 0
}

export const UNUSED_DAYS = 30

/** Deletes old images that no document, version or message refers to. */
export async function deleteUnusedImages(db: Database) {
  await db
    .deleteFrom('images')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${UNUSED_DAYS})`)
    .where(sql<boolean>`not exists (select from docs where docs.images @> array[images.id])`)
    .where(sql<boolean>`not exists (select from doc_versions where doc_versions.images @> array[images.id])`)
    .where(sql<boolean>`not exists (select from chat_messages where chat_messages.image_id = images.id)`)
    .where(sql<boolean>`not exists (select from chat_message_images where image_id = images.id)`)
    .execute()
}
