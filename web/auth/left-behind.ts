/** What this browser alone has of somebody, and loses when they log out. */
import { queryOptions } from '@tanstack/react-query'
import type { Left } from './left-sentences.ts'

/** Asked again and again: while the question stands, some of it may still reach the server. */
const EVERY_MS = 1_000

export const leftQuery = ({ id }: { id: number }) =>
  queryOptions({
    queryKey: ['kept', 'left', id],
    queryFn: () => leftBehind(id),
    refetchInterval: EVERY_MS,
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
  })

async function leftBehind(user_id: number): Promise<Left> {
  const [times, chat, answers] = await Promise.all([
    import('#web/happenings/timesheet/kept-edits.ts').then(({ countEdits }) => countEdits(user_id)),
    import('#web/chat/unsent.ts').then(({ countUnsent }) => countUnsent(user_id)),
    import('#web/docs/read/open-answers.ts').then(({ countUnsaved }) => countUnsaved(user_id)),
  ])
  return { times, messages: chat, answers }
}
