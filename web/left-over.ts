// What earlier visits could not send, and what would be lost with it: answers, messages, times and documents.
import { countHere, draftsOf, listKept, resumeUnsent } from './chat/unsent.ts'
import { countHandIns, sendStoredHandIns } from './docs/hand-in/handing-in.ts'
import { tellProblemsAgain } from './docs/hand-in/tell-again.ts'
import { countUnsaved as countAnswers, sendStoredAnswers } from './docs/read/open-answers.ts'
import { countIn, keysOf } from './happenings/timesheet/edits/kept-keys.ts'
import { applyOwed } from './happenings/timesheet/edits/owed.ts'
import { addLeft } from './happenings/timesheet/unplanned/waiting.ts'
import { keptKeys, keptUnder } from './unsaved/storage.ts'

/** Messages that wait, in this window or another, and those that are only begun. */
export async function countUnsent(user_id: number): Promise<number> {
  const [left, begun] = await Promise.all([listKept(user_id), keptKeys(draftsOf(user_id))])
  return Math.max(left?.length ?? 0, countHere(user_id)) + (begun?.length ?? 0)
}

/** Processes with changes that the editor has kept and not saved; one may have several. */
export async function countDrafts(user_id: number): Promise<number> {
  const keys = (await keptKeys(`${user_id}/docs/`)) ?? []
  return new Set(keys.map((key) => key.split('/')[2])).size
}

/** Answers that the server does not have, and processes that were to be handed in. */
export const countUnsaved = async (user_id: number) =>
  (await countAnswers(user_id)) + (await countHandIns(user_id))

/** Entries that somebody has changed or added and not applied, of all teams. */
export async function countEdits(user_id: number): Promise<number> {
  const all = (await keptUnder<unknown>(keysOf(user_id))) ?? []
  return all.reduce<number>((total, one) => total + countIn(one), 0)
}

export async function sendLeftOver(user_id: number) {
  void tellProblemsAgain(user_id)
  await Promise.all([
    sendStoredAnswers(user_id).then(() => sendStoredHandIns(user_id)),
    resumeUnsent(user_id),
    applyOwed(user_id),
    addLeft(user_id),
  ])
}
