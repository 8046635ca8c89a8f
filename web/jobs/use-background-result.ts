import { useQuery } from '@tanstack/react-query'
import type { JobReport } from '#contract/jobs.ts'
import { CallError, errorSentence, isUnreachable } from '#web/api.ts'
import { withFullStop } from '#web/ui/format.ts'
import { fetchJobResult } from './queries.ts'

const POLL_MS = 1_000
/** Consecutive failures before a message is shown. */
const FAILURES_BEFORE_MESSAGE = 3

/**
 * Report of a background job, undefined while it runs. `onEnd` is called once, when the report arrives. A network
 * failure only delays the report; an unknown id is an error.
 */
export function useBackgroundResult(id: string | undefined, onEnd: () => unknown) {
  const { data, error, failureCount, failureReason } = useQuery({
    queryKey: ['background-result', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }): Promise<JobReport | null> => {
      const { result, outcome } = await fetchJobResult(id ?? '', signal)
      if (result === null) return null
      void onEnd()
      return { result, outcome }
    },
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: (_, problem) => !isNotFound(problem),
    retryDelay: (_, problem) => pollDelayMs(problem),
    refetchInterval: ({ state }) =>
      state.data || isNotFound(state.error) ? false : pollDelayMs(state.error),
    refetchIntervalInBackground: true,
  })
  return {
    report: data ?? undefined,
    error: isNotFound(error) ? error.message : undefined,
    /** Reason of a delay. */
    problem:
      !isNotFound(error) && failureCount >= FAILURES_BEFORE_MESSAGE
        ? delaySentence(failureReason)
        : undefined,
  }
}

/** Delay in ms before the next request. The server may ask for a longer one (`againAfter`). */
const pollDelayMs = (problem: unknown) =>
  Math.max(POLL_MS, problem instanceof CallError ? (problem.againAfter ?? 0) : 0)

const delaySentence = (problem: unknown) =>
  isUnreachable(problem)
    ? 'Der Server ist gerade nicht zu erreichen. Das Ergebnis erscheint hier, sobald er wieder antwortet.'
    : `${withFullStop(errorSentence(problem))} Das Ergebnis erscheint hier, sobald es da ist.`

const isNotFound = (error: unknown): error is CallError => error instanceof CallError && error.status === 404
