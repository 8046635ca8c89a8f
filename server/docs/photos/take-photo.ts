import { audit } from '#server/audit/audit.ts'
import { inCallerTransaction } from '#server/auth/own-transaction.ts'
import type { Caller } from '#server/caller.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import { reencodeUpload } from '#server/images/sent-image.ts'
import type { Kontor } from '#server/kontor.ts'
import { isFillable } from '../may-fill.ts'
import { docSentences } from '../sentences.ts'
import { getDocHead } from '../store.ts'
import { findPhotoHead, insertPhoto } from './store.ts'

type PhotoUpload = { docId: number; id: string; image: string }

/**
 * Stores a photo for the caller's own answer, re-encoded without metadata such as place and time. The client
 * then saves its path as the answer. Repeating the upload has no effect.
 */
export async function uploadPhoto(
  kontor: Kontor,
  by: Caller,
  { docId, id, image }: PhotoUpload,
): Promise<void> {
  const { db } = kontor
  const { status } = await getDocHead(db, by, docId)
  const head = await findPhotoHead(db, id)
  if (head) return requireOwnPhoto(head, by, docId)
  if (!isFillable(status)) throw refuse('not_fillable')
  const drawn = await reencodeUpload(kontor, by, image, { small: true })
  await inCallerTransaction(kontor, by, async (tx) => {
    if (await insertPhoto(tx, id, { docId, userId: by.id }, drawn))
      await audit(tx, by.id, 'doc.photo', { doc_id: docId, photo_id: id })
    else requireOwnPhoto(await findPhotoHead(tx, id), by, docId)
  })
}

type PhotoHead = Awaited<ReturnType<typeof findPhotoHead>>

function requireOwnPhoto(head: PhotoHead, by: Caller, docId: number) {
  if (head?.user_id !== by.id || head.doc_id !== docId)
    throw refuseInvalid(['path', 'photo_id'], docSentences.photoIsAnother)
}
