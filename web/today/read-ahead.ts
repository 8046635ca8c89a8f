// Prefetches the timesheets of one's own teams, since times are often recorded offline.
import { useEffect } from 'react'
import type { Team } from '#contract/today.ts'
import { partQuery, timesQuery } from '#web/happenings/queries.ts'
import { startTimesheet } from '#web/happenings/search.ts'
import { queryClient } from '#web/query-client.ts'

/** Delay in ms, to let the screen load first. */
const AFTER_MS = 3_000
/** Minimum age before refetching, in ms. */
const FRESH_MS = 15 * 60_000
const ahead = { staleTime: FRESH_MS, gcTime: FRESH_MS }
const MOST_TEAMS = 6

export function useReadAhead(teams: readonly Team[]) {
  useEffect(() => {
    const timer = setTimeout(() => void readAhead(teams.slice(0, MOST_TEAMS)), AFTER_MS)
    return () => clearTimeout(timer)
  }, [teams])
}

/** Sequential, so that other requests get through. */
async function readAhead(teams: readonly Team[]) {
  for (const part of teams) {
    await queryClient.prefetchQuery({ ...partQuery(part), ...ahead })
    await queryClient.prefetchQuery({ ...timesQuery(part, startTimesheet), ...ahead })
  }
}
