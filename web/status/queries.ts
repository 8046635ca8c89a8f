import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#contract/endpoint.ts'
import type { status } from '#contract/status.ts'
import { ask } from '#web/api.ts'
import { pollEvery } from '#web/poll.ts'

type Status = Answer<typeof status.status>

/** The server embeds its status in the page, which saves a request. In development it is absent. */
const embeddedStatus = parseStatus(
  document.querySelector<HTMLMetaElement>('meta[name="kontor-status"]')?.content,
)

function parseStatus(content: string | undefined): Status | undefined {
  return content === undefined ? undefined : (JSON.parse(content) as Status)
}

/** Name, logo and build of the server. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => ask('GET', '/status/', { signal }),
  initialData: () => embeddedStatus,
  refetchInterval: pollEvery(30_000),
  staleTime: 30_000,
})
