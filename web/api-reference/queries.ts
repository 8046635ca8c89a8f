import { queryOptions } from '@tanstack/react-query'
import { Failed } from '#web/api.ts'
import type { Description } from './description.ts'

export const descriptionQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async ({ signal }): Promise<Description> => {
    const response = await fetch('/openapi.json', { signal })
    if (!response.ok) throw new Failed(response.status)
    return (await response.json()) as Description
  },
  staleTime: Number.POSITIVE_INFINITY,
})
