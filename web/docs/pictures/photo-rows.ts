// Pending photos as outbox rows. Their data stays in the browser until the server has stored the answer that refers
// to them. The client chooses the id, so repeating an upload is harmless.

import type { AnswerValue } from '#contract/document/fields.ts'
import { parsePhotoId } from '#contract/document/photos.ts'
import { ask } from '#web/api.ts'
import { outbox } from '#web/outbox/browser.ts'
import { draft } from '#web/outbox/draft.ts'
import type { Row, SendState } from '#web/outbox/outbox.ts'
import { fetchWithProgress } from './progress.ts'

/** `size`: length of the data: URL. */
type PendingPhoto = { doc_id: number; photo_id: string; size: number }

/** A Retry-After above this (ms) counts as a refusal. The server's daily limit asks to wait for an hour. */
const MAX_RETRY_AFTER_MS = 300_000

const OUTBOX_LANE = 'photos'
const outboxKeyOf = (id: string) => `photo/${id}`
export const imageDraftOf = (owner: number, id: string) => draft<string>(owner, `photos/${id}`)
const outboxRowOf = (owner: number, id: string): Row<PendingPhoto> | undefined =>
  outbox.rows<PendingPhoto>(owner).get().get(outboxKeyOf(id))

outbox.define<PendingPhoto, unknown>('photo', {
  async send([{ args }], user_id) {
    const { doc_id, photo_id } = args
    const stored = imageDraftOf(user_id, photo_id)
    await stored.ready
    const image = stored.get()
    // The browser has lost the image. Sending the answer that refers to it reports this.
    if (image === undefined) return
    await ask('PUT', '/docs/{doc_id}/photos/{photo_id}/', {
      params: { doc_id, photo_id },
      body: { image, user_id },
      via: fetchWithProgress(photo_id),
    })
  },
  async onRefused([row], { status, detail, message }, owner) {
    const isAboutPhoto = [400, 413, 422, 429].includes(status)
    const why = (Array.isArray(detail) ? detail[0]?.msg : undefined) ?? message
    // Any other refusal also hits the answer that refers to the photo, and is reported there.
    await outbox.settle(owner, row, (one) => (isAboutPhoto ? { ...one, why } : undefined))
    return 'wait'
  },
  // Moves to the end of the queue: a photo that always fails must not block the others.
  onTransientFailure: ([row], { status }, owner) =>
    status !== 0 && outbox.settle(owner, row, (one) => ({ ...one, at: Date.now() })),
  maxRetryAfterMs: MAX_RETRY_AFTER_MS,
})

export function enqueuePhoto(owner: number, doc_id: number, photo_id: string, image: string) {
  void imageDraftOf(owner, photo_id).change(image)
  const args = { doc_id, photo_id, size: image.length }
  outbox.put<PendingPhoto>(owner, { kind: 'photo', lane: OUTBOX_LANE, key: outboxKeyOf(photo_id), args })
}

/** Called when no answer refers to the photo any more. */
export function dropPhoto(owner: number, id: string) {
  void imageDraftOf(owner, id).change(undefined)
  if (outboxRowOf(owner, id)) void outbox.drop(owner, outboxKeyOf(id))
}

/** Pending photos that were not refused, of the documents for which `mayGo` is true. */
export const waitingPhotos = (owner: number, mayGo: (doc_id: number) => boolean): PendingPhoto[] =>
  [...outbox.rows<PendingPhoto>(owner).get().values()]
    .filter(({ kind, why, args }) => kind === 'photo' && why === undefined && mayGo(args.doc_id))
    .map(({ args }) => args)

type TypedAnswer = { doc_id: number; typed: { value: AnswerValue } | { unreadable: string } }

/** The photo in an answer, if any. */
export function photoInAnswer({ doc_id, typed }: TypedAnswer) {
  const id = 'value' in typed ? parsePhotoId(typed.value) : undefined
  if (id === undefined) return undefined
  return {
    drop: (owner: number) => dropPhoto(owner, id),
    /** An answer shares the state of its pending photo. */
    sendState(owner: number): SendState | undefined {
      const row = outboxRowOf(owner, id)
      return row && outbox.sendState(owner, { ...row, key: outboxKeyOf(id) })
    },
    isUnderWay: (owner: number) => outbox.isUnderWay(owner, { lane: OUTBOX_LANE, key: outboxKeyOf(id) }),
    /** Retries, and uploads the photo again, since the server may have lost it. */
    async again(owner: number) {
      const stored = imageDraftOf(owner, id)
      await stored.ready
      const image = stored.get()
      if (image !== undefined) enqueuePhoto(owner, doc_id, id, image)
      await outbox.retry(owner, [outboxKeyOf(id)])
    },
  }
}

/** An answer waits for its photo, and is refused with it. */
export function answerReadiness(owner: number, answer: TypedAnswer): 'go' | 'wait' | { why: string } {
  const sendState = photoInAnswer(answer)?.sendState(owner)
  if (!sendState) return 'go'
  return sendState.state === 'refused' ? { why: sendState.problem ?? '' } : 'wait'
}
