import { ask, Failed, sentenceOf } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery, knownUserId } from '#web/users/queries.ts'
import { docQuery } from '../queries.ts'
import type { Answers, Outcome } from './answers-store.ts'

/** Sends what one person has filled in; never in the name of somebody who has signed in since. */
export async function sendAnswers(
  user_id: number,
  doc_id: number,
  data: Answers,
  believed: Answers,
): Promise<Outcome> {
  if (knownUserId() !== user_id) return { kind: 'later', problem: 'Sie sind nicht mehr angemeldet.' }
  try {
    const path = '/docs/{doc_id}/currentuserdata/'
    const body = { data, user_id, believed }
    const answer = await ask('PATCH', path, { params: { doc_id }, body, outlivesPage: true })
    if (answer.ignored.length > 0) documentChanged(doc_id)
    return answer
  } catch (error) {
    // One that has gone is left on the screen: what was typed into it can still be read and copied there.
    if (error instanceof Failed && error.status === 409) documentChanged(doc_id)
    const changed = changedIn(error)
    if (changed.length > 0) return await whatIsStored(doc_id, changed)
    // Somebody has signed in in another window: they wait until their author is back.
    if (error instanceof Failed && error.status === 412) void queryClient.invalidateQueries(currentUserQuery)
    return troubleOf(error)
  }
}

/** The fields that hold something else than they were believed to. */
function changedIn(error: unknown): string[] {
  if (!(error instanceof Failed) || error.status !== 412 || !Array.isArray(error.detail)) return []
  return error.detail.map(({ loc }) => String(loc[2]))
}

async function whatIsStored(doc_id: number, names: string[]): Promise<Outcome> {
  try {
    const { data } = await ask('GET', '/docs/{doc_id}/currentuserdata/', { params: { doc_id } })
    return { kind: 'changed', stored: Object.fromEntries(names.map((name) => [name, data[name] ?? null])) }
  } catch (error) {
    return troubleOf(error)
  }
}

function documentChanged(doc_id: number) {
  void queryClient.invalidateQueries({ queryKey: docQuery(doc_id).queryKey, exact: true })
}

function troubleOf(error: unknown): Exclude<Outcome, { ignored: unknown }> {
  if (!(error instanceof Failed)) return { kind: 'later', problem: sentenceOf(error) }
  const { status, message: problem } = error
  if (status === 403 || status === 404) return { kind: 'closed', problem: GONE }
  if (status === 409) return { kind: 'closed', problem }
  if (status === 400 || status === 413 || status === 422) return { kind: 'refused', ...refusalOf(error) }
  return { kind: 'later', problem }
}
export const GONE = 'Diesen Prozess gibt es nicht mehr, oder er ist nicht mehr für Sie bestimmt.'

/** Of several refused fields the first: the next sending names the next. */
function refusalOf({ detail, message }: Failed): { problem: string; name?: string } {
  const first = Array.isArray(detail) ? detail[0] : undefined
  const name = first?.loc[1] === 'data' ? first.loc[2] : undefined
  return { problem: first?.msg ?? message, ...(typeof name === 'string' && { name }) }
}
