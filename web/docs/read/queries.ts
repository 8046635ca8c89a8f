// The calls about somebody's own answers, and what a refusal means for them.
import { ask, type Failed } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import type { Later } from '#web/unsaved/outbox.ts'
import { sendAs } from '#web/unsaved/send-as.ts'
import { answersOf } from '../kept-keys.ts'
import { docQuery } from '../queries.ts'
import type { Answers } from './answer-changes.ts'
import type { Outcome, SendFailure } from './answers-store.ts'

export const fetchAnswers = (doc_id: number) =>
  ask('GET', '/docs/{doc_id}/currentuserdata/', { params: { doc_id } })

export async function sendAnswers(
  user_id: number,
  doc_id: number,
  data: Answers,
  believed: Answers,
  round: number | undefined,
): Promise<Outcome> {
  const path = '/docs/{doc_id}/currentuserdata/'
  const body = { data, user_id, believed, ...(round !== undefined && { round }) }
  const outcome = await sendAs(user_id, () =>
    ask('PATCH', path, { params: { doc_id }, body, outlivesPage: true }),
  )
  if (outcome.kind === 'later') return outcome
  if (outcome.kind === 'taken') {
    if (outcome.answer.ignored.length > 0) documentChanged(doc_id)
    return outcome.answer
  }
  const { error } = outcome
  // While servers are updated one by one, one of the release before may be asked.
  if (round !== undefined && knowsNoRounds(error))
    return sendAnswers(user_id, doc_id, data, believed, undefined)
  if (isGoneFor(error)) goneFor.add(`${answersOf(user_id)}${doc_id}`)
  // A document that is gone (404) is not asked for again: what was typed into it can still be read and copied.
  if (error.status === 409) documentChanged(doc_id)
  return error.status === 412 ? await conflictIn(user_id, doc_id, disputedFields(error)) : failureOf(error)
}

const knowsNoRounds = ({ status, detail }: Failed) =>
  status === 422 && Array.isArray(detail) && detail.some(({ loc }) => loc[1] === 'round')

/** The fields in which the server has another value than it was believed to have, or in another round. */
const disputedFields = ({ detail }: Failed): string[] =>
  Array.isArray(detail) ? detail.map(({ loc }) => String(loc[2])) : []

async function conflictIn(user_id: number, doc_id: number, names: string[]): Promise<Outcome> {
  const outcome = await sendAs(user_id, () => fetchAnswers(doc_id))
  if (outcome.kind === 'later') return outcome
  if (outcome.kind === 'refused') return failureOf(outcome.error)
  const { data, round } = outcome.answer
  return {
    kind: 'conflict',
    round,
    stored: Object.fromEntries(names.map((name) => [name, data[name] ?? null])),
  }
}

function documentChanged(doc_id: number) {
  void queryClient.invalidateQueries({ queryKey: docQuery(doc_id).queryKey, exact: true })
}

function failureOf(error: Failed): Exclude<SendFailure, { kind: 'conflict' }> {
  const { status, message: problem } = error
  if (isGoneFor(error)) return { kind: 'closed', problem: GONE }
  if (status === 409) return { kind: 'closed', problem }
  if (status === 400 || status === 413 || status === 422) return { kind: 'refused', ...refusalOf(error) }
  return { kind: 'later', problem } satisfies Later
}
const isGoneFor = ({ status }: Failed) => status === 403 || status === 404
/** Under which names the browser keeps answers that nobody takes any more. */
export const goneFor = new Set<string>()
export const GONE = 'Diesen Prozess gibt es nicht mehr, oder er ist nicht mehr für Sie bestimmt.'

/** The first of several refused fields; the next request names the next one. */
function refusalOf({ detail, message }: Failed): { problem: string; name?: string } {
  const first = Array.isArray(detail) ? detail[0] : undefined
  const name = first?.loc[1] === 'data' ? first.loc[2] : undefined
  return { problem: first?.msg ?? message, ...(typeof name === 'string' && { name }) }
}
