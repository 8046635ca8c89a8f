// Times are often recorded where no network is: the own teams' sheets are on the device before somebody opens them.
import { useEffect } from 'react'
import type { Team } from '#contract/today.ts'
import { partQuery, timesQuery } from '#web/happenings/queries.ts'
import { startTimesheet } from '#web/happenings/search.ts'
import { queryClient } from '#web/query-client.ts'

/** What is on the screen comes first. */
const AFTER_MS = 3_000
/** Not read again before that, in ms. */
const FRESH_MS = 15 * 60_000
const ahead = { staleTime: FRESH_MS, gcTime: FRESH_MS }
const MOST_TEAMS = 6

export function useReadAhead(teams: readonly Team[]) {
  useEffect(() => {
    const timer = setTimeout(() => void readAhead(teams.slice(0, MOST_TEAMS)), AFTER_MS)
    return () => clearTimeout(timer)
  }, [teams])
}

/** One after the other: whoever presses something meanwhile is answered in between. */
async function readAhead(teams: readonly Team[]) {
  for (const part of teams) {
    await queryClient.prefetchQuery({ ...partQuery(part), ...ahead })
    await queryClient.prefetchQuery({ ...timesQuery(part, startTimesheet), ...ahead })
  }
}
