import { queryOptions, useQuery } from '@tanstack/react-query'
import { answersOf, handInsOf } from '#web/docs/kept-keys.ts'
import { formatNumber } from '#web/ui/format.ts'
import { kept } from '#web/unsaved/storage.ts'
import { useCurrentUser } from '#web/users/queries.ts'
import { OnlyHere } from './card.tsx'

/** What was filled in without a network goes out by itself. */
export function NotSent({ doc_id }: { doc_id: number }) {
  const { id: user_id } = useCurrentUser()
  const { answers = 0, isHandedIn = false } = useQuery(keptAnswersQuery({ user_id, doc_id })).data ?? {}
  const what = [
    answers > 0 && (answers === 1 ? 'Eine Angabe' : `${formatNumber(answers)} Angaben`),
    isHandedIn && 'die Abgabe',
  ].filter((part) => part !== false)
  if (what.length === 0) return null
  const words = what.join(' und ')
  return (
    <OnlyHere>{`${words[0]?.toUpperCase()}${words.slice(1)} nur auf diesem Gerät, noch nicht gesendet`}</OnlyHere>
  )
}

/** What is saved as soon as it is typed is on its way for that long at most, and nobody's business. */
const ON_ITS_WAY_MS = 1_500
const pause = () => new Promise((done) => setTimeout(done, ON_ITS_WAY_MS))

/** What lies on this device alone: so many answers of one document, and whether it was handed in. */
function keptAnswersQuery({ user_id, doc_id }: { user_id: number; doc_id: number }) {
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
