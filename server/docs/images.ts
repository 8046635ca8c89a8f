import { sql } from 'kysely'
import { imagePath } from '#contract/document/addresses.ts'
import { record } from '#server/audit.ts'
import type { Caller } from '#server/auth/sessions.ts'
import { refuse } from '#server/http/errors.ts'
import { drawSent } from '#server/images/sent-image.ts'
import { insertImage } from '#server/images/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { maySee } from './may-see-doc.ts'
import { getDocHead } from './store.ts'

/** An image for a document. It is seen by others once the document that shows it is saved. */
export async function uploadImage(kontor: Kontor, by: Caller, docId: number, url: string): Promise<string> {
  const { db } = kontor
  await getDocHead(db, by, docId)
  const image_id = await insertImage(db, by.id, await drawSent(kontor, by, url), { is_for_docs: true })
  await record(db, by.id, 'doc.image', { doc_id: docId, image_id })
  return imagePath(image_id)
}

/**
 * Seen by whoever may see a document that shows it; by administrators also before one does, and after. Images of chats
 * are none of these, whoever knows their id: they have a path of their own, for their members.
 */
export async function readImage({ db }: Kontor, by: Caller, id: string) {
  const image = await db
    .selectFrom('images')
    .where('images.id', '=', id)
    .where('images.is_for_docs', '=', true)
    .where((eb) =>
      eb.or([
        sql<boolean>`${by.is_admin}`,
        eb.exists(
          eb
            .selectFrom('docs')
            .where(sql<boolean>`docs.images @> array[images.id]`)
            .where(maySee(by))
            .select('docs.id'),
        ),
      ]),
    )
    .select(['type', 'bytes'])
    .executeTakeFirst()
  if (!image) throw refuse('not_found')
  return image
}
