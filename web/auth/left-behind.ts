/** What this browser alone has of somebody, and loses when they log out. */
import { queryOptions } from '@tanstack/react-query'
import type { Left } from './left-sentences.ts'

type Whose = { id: number; username: string }

/** Asked again and again: while the question stands, some of it may still reach the server. */
const EVERY_MS = 1_000

export const leftQuery = (whose: Whose) =>
  queryOptions({
    queryKey: ['kept', 'left', whose.id],
    queryFn: () => leftBehind(whose),
    refetchInterval: EVERY_MS,
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
  })

async function leftBehind({ id, username }: Whose): Promise<Left> {
  const [times, chat, answers] = await Promise.all([
    import('#web/happenings/timesheet/kept-edits.ts').then(({ countEdits }) => countEdits(username)),
    import('#web/chat/unsent.ts').then(({ countUnsent }) => countUnsent(id)),
    import('#web/docs/read/open-answers.ts').then(({ countUnsaved }) => countUnsaved(id)),
  ])
  return { times, messages: chat, answers }
}
