import { useQuery } from '@tanstack/react-query'
import { ask, Failed } from '#web/api.ts'

const EVERY = 1_000 // ms
/** So many times in a row it may fail before anybody is told. */
const PATIENCE = 3

/**
 * The German result of a long-running action: undefined while it runs. `onEnd` is called once, when it is there. A
 * server out of reach only delays it; an id that it does not know any more is an error.
 */
export function useBackgroundResult(id: string | undefined, onEnd: (result: string) => unknown) {
  const { data, error, failureCount } = useQuery({
    queryKey: ['background-result', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      const params = { background_result_id: id ?? '' }
      const { result } = await ask('GET', '/background_result/{background_result_id}/', { params, signal })
      if (result !== null) void onEnd(result)
      return result
    },
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: (_, problem) => !isGone(problem),
    retryDelay: EVERY,
    refetchInterval: ({ state }) => (typeof state.data === 'string' || isGone(state.error) ? false : EVERY),
    refetchIntervalInBackground: true,
  })
  return {
    result: data ?? undefined,
    error: isGone(error) ? error.message : undefined,
    isUnreachable: !isGone(error) && failureCount >= PATIENCE,
  }
}

const isGone = (error: unknown): error is Failed => error instanceof Failed && error.status === 404
