/** What earlier visits could not send, and what would be lost with it: answers and messages. */
import { resumeUnsent } from './chat/unsent.ts'
import { sendStoredAnswers } from './docs/read/open-answers.ts'

export { countUnsent } from './chat/unsent.ts'
export { countUnsaved } from './docs/read/open-answers.ts'

export async function sendLeftOver(user_id: number) {
  await Promise.all([sendStoredAnswers(user_id), resumeUnsent(user_id)])
}
