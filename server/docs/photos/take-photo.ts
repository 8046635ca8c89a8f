import { audit } from '#server/audit/audit.ts'
import { inOwnTransaction } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import { invalid, refuse } from '#server/http/errors.ts'
import { drawSent } from '#server/images/sent-image.ts'
import type { Kontor } from '#server/kontor.ts'
import { isFillable } from '../may-fill.ts'
import { docSentences } from '../sentences.ts'
import { getDocHead } from '../store.ts'
import { findPhotoHead, insertPhoto } from './store.ts'

type Taken = { docId: number; id: string; image: string }

/**
 * Stores a photo for the caller's own answer, re-encoded without place and time. Others see it only once an
 * answer references it. Repeating the upload has no effect.
 */
export async function takePhoto(kontor: Kontor, by: Caller, { docId, id, image }: Taken): Promise<void> {
  const { db } = kontor
  const { status } = await getDocHead(db, by, docId)
  const head = await findPhotoHead(db, id)
  if (head) return requireOwn(head, by, docId)
  if (!isFillable(status)) throw refuse('not_fillable')
  const drawn = await drawSent(kontor, by, image, { small: true })
  await inOwnTransaction(kontor, by, async (tx) => {
    if (await insertPhoto(tx, id, { docId, userId: by.id }, drawn))
      await audit(tx, by.id, 'doc.photo', { doc_id: docId, photo_id: id })
    else requireOwn(await findPhotoHead(tx, id), by, docId)
  })
}

type Head = Awaited<ReturnType<typeof findPhotoHead>>

function requireOwn(head: Head, by: Caller, docId: number) {
  if (head?.user_id !== by.id || head.doc_id !== docId)
    throw invalid(['path', 'photo_id'], docSentences.photoIsAnother)
}
