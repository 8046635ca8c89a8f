/** What earlier visits could not send, and what would be lost with it: answers and messages. */
import { resumeUnsent } from './chat/unsent.ts'
import { countHandIns, sendStoredHandIns } from './docs/hand-in/handing-in.ts'
import { countUnsaved as countAnswers, sendStoredAnswers } from './docs/read/open-answers.ts'

export { countUnsent } from './chat/unsent.ts'

/** Answers that the server does not have, and processes that were to be handed in. */
export const countUnsaved = async (user_id: number) =>
  (await countAnswers(user_id)) + (await countHandIns(user_id))

export async function sendLeftOver(user_id: number) {
  await Promise.all([
    sendStoredAnswers(user_id).then(() => sendStoredHandIns(user_id)),
    resumeUnsent(user_id),
  ])
}
