// Answers that show photos, on their way to the server: the photos first. Sent again after an answer that was lost, a
// photo is none twice: it has its number from here.
import { photoIn } from '#contract/document/photos.ts'
import { ask, type Failed } from '#web/api.ts'
import { sendAs } from '#web/unsaved/send-as.ts'
import type { Answers } from '../read/answer-changes.ts'
import type { Outcome, SendFailure } from '../read/answers-store.ts'
import { sendAnswers } from '../read/queries.ts'
import { sendTelling } from './progress.ts'
import { forgetPhoto, refused, type Whose, waitingPhoto } from './waiting-photos.ts'

const LONG_MS = 300_000

/** The server has these, and no answer that shows them yet. */
const arrived = new Set<string>()

export async function sendWithPhotos(
  whose: Whose,
  data: Answers,
  believed: Answers,
  round: number | undefined,
): Promise<Outcome> {
  const photos = Object.entries(data).flatMap(([name, value]) => {
    const id = photoIn(value)
    return id === undefined ? [] : [{ name, id }]
  })
  for (const { name, id } of photos) {
    refused.delete(id)
    const failure = await sendPhoto(whose, id, name)
    if (failure) return failure
  }
  const outcome = await sendAnswers(whose.user_id, whose.doc_id, data, believed, round)
  const isStored = 'ignored' in outcome
  for (const { id } of photos) {
    if (isStored) await dropPhoto(whose, id)
    // What is still refused for want of a photo sends it anew.
    else if (outcome.kind === 'refused') {
      arrived.delete(id)
      refused.add(id)
    }
  }
  return outcome
}

/** No answer needs it from here any more. */
export async function dropPhoto(whose: Whose, id: string) {
  arrived.delete(id)
  await forgetPhoto(whose, id)
}

async function sendPhoto(whose: Whose, id: string, name: string): Promise<SendFailure | undefined> {
  const { user_id, doc_id } = whose
  const image = arrived.has(id) ? undefined : await waitingPhoto(whose, id)
  if (image === undefined) return undefined
  const outcome = await sendAs(user_id, () =>
    ask('PUT', '/docs/{doc_id}/photos/{photo_id}/', {
      params: { doc_id, photo_id: id },
      body: { image, user_id },
      via: sendTelling(id),
    }),
  )
  if (outcome.kind === 'later') {
    const { problem, atLeast = 0 } = outcome
    // One too many for today: what needs no photo does not wait as long.
    return atLeast > LONG_MS ? { kind: 'refused', problem, name } : outcome
  }
  if (outcome.kind === 'taken') {
    arrived.add(id)
    return undefined
  }
  const { status } = outcome.error
  const isAboutPhoto = status === 400 || status === 413 || status === 422
  // Whatever else stands in the way of the photo stands in that of the answer, which says so.
  if (!isAboutPhoto) return undefined
  refused.add(id)
  return { kind: 'refused', problem: problemOf(outcome.error), name }
}

const problemOf = ({ detail, message }: Failed) =>
  (Array.isArray(detail) ? detail[0]?.msg : undefined) ?? message
