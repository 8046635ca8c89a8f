import { Failed, sentenceOf } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import type { Later } from './outbox.ts'

/**
 * Sends what one person has written; never in the name of somebody who has signed in since, nor while something else
 * has to be done first. What the server refuses for good is given back to whoever knows what that means.
 */
export async function sendAs<T>(
  user_id: number,
  call: () => Promise<T>,
): Promise<{ kind: 'taken'; answer: T } | { kind: 'refused'; error: Failed } | Later> {
  const me = queryClient.getQueryData(currentUserQuery.queryKey)
  if (me?.id !== user_id || me.is_held) return { kind: 'later', problem: 'Sie sind nicht mehr angemeldet.' }
  try {
    return { kind: 'taken', answer: await call() }
  } catch (error) {
    if (!(error instanceof Failed)) {
      // A fault of the program: it stays in the console, and the work in the browser.
      reportError(error)
      return { kind: 'later', problem: sentenceOf(error) }
    }
    const { status, message: problem, againAfter: atLeast } = error
    askWhoIsHere(error)
    return mayPass(error) ? { kind: 'later', problem, status, atLeast } : { kind: 'refused', error }
  }
}

/** Nobody is signed in; it came too slowly, as over a bad network; too much at once. */
const passing = new Set([401, 408, 429])

/** The same may be taken another time: nobody was reached, or it is no fault of what was sent. */
export function mayPass(error: Failed): boolean {
  const { status } = error
  return isOfSession(error) || status < 400 || status >= 500 || passing.has(status)
}

/** Somebody has signed in in another window, or a factor is missing by now: it waits until its author may go on. */
export function askWhoIsHere(error: Failed) {
  if (isOfSession(error)) void queryClient.invalidateQueries(currentUserQuery)
}

/** 412 with fields is about these: somebody has stored something else there meanwhile. */
export const isOfSession = ({ status, detail }: Failed) =>
  detail === 'Second Factor Required' || (status === 412 && !(Array.isArray(detail) && detail.length > 0))
