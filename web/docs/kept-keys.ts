/** Under which names this browser keeps what was filled in and is not with the server; for whoever only counts it. */
import { queryOptions } from '@tanstack/react-query'
import { kept } from '#web/unsaved/storage.ts'

export const answersOf = (user_id: number) => `${user_id}/answers/`
export const handInsOf = (user_id: number) => `${user_id}/hand-in/`

/** What is saved as soon as it is typed is on its way for that long at most, and nobody's business. */
const ON_ITS_WAY_MS = 1_500
const pause = () => new Promise((done) => setTimeout(done, ON_ITS_WAY_MS))

/** What lies on this device alone: so many answers of one document, and whether it was handed in. */
export function keptAnswersQuery({ user_id, doc_id }: { user_id: number; doc_id: number }) {
  const count = async () => {
    const [answers, handIn] = await Promise.all([
      kept<ReadonlyMap<string, unknown>>(`${answersOf(user_id)}${doc_id}`),
      kept<unknown>(`${handInsOf(user_id)}${doc_id}`),
    ])
    return { answers: answers?.size ?? 0, isHandedIn: handIn !== undefined }
  }
  const isNothing = ({ answers, isHandedIn }: Awaited<ReturnType<typeof count>>) =>
    answers === 0 && !isHandedIn
  return queryOptions({
    queryKey: ['kept', 'answers', user_id, doc_id],
    async queryFn() {
      const now = await count()
      if (isNothing(now) || !navigator.onLine) return now
      await pause()
      return count()
    },
    // It goes out by itself, and then nothing of it is left to be said.
    refetchInterval: ({ state: { data } }) => data !== undefined && !isNothing(data) && 2_000,
    gcTime: 0,
    networkMode: 'always',
  })
}
