// Why something was not handed in is told where they are, once, and a page that goes just then takes the words along.
// So the next page tells it again, until somebody has seen it on its screen, or it is handed in.
import { queryClient } from '#web/query-client.ts'
import { kept, keptKeys } from '#web/unsaved/storage.ts'
import { handInsOf } from '../kept-keys.ts'
import { answersQuery } from '../queries.ts'
import { type Kept, tellProblem } from './handing-in.ts'

/** Whoever has come for it has it before their eyes by then. */
const PAUSE_MS = 2_000
const hasTold = new Set<number>()

/** Of earlier pages: what this one finds out it tells itself. */
export async function tellProblemsAgain(user_id: number) {
  if (hasTold.has(user_id)) return
  hasTold.add(user_id)
  for (const key of (await keptKeys(handInsOf(user_id))) ?? [])
    if ((await kept<Kept>(key))?.problem) setTimeout(() => void tellAgain(user_id, key), PAUSE_MS)
}

async function tellAgain(user_id: number, key: string) {
  const doc_id = Number(key.slice(handInsOf(user_id).length))
  const own = await queryClient.fetchQuery(answersQuery(user_id, doc_id)).catch(() => undefined)
  const problem = (await kept<Kept>(key))?.problem
  if (own && !own.handed_in_at && problem) await tellProblem(doc_id, key, problem)
}
