// Prefetches data that is often needed offline: the timesheets of one's own teams, the own shifts, the list of
// chats.
import { useEffect } from 'react'
import type { TodayTeam } from '#contract/today.ts'
import { roomsQuery } from '#web/chat/queries.ts'
import { partQuery, timesQuery } from '#web/happenings/queries.ts'
import { defaultTimesheetSearch } from '#web/happenings/search.ts'
import { awaitWorker } from '#web/offline/await-worker.ts'
import { queryClient } from '#web/query-client.ts'
import { shiftsQuery } from '#web/shifts/queries.ts'

/** Delay in ms, to let the screen load first. */
const PREFETCH_DELAY_MS = 3_000
/** Minimum age before refetching, in ms. */
const STALE_AFTER_MS = 15 * 60_000
const prefetchOptions = { staleTime: STALE_AFTER_MS, gcTime: STALE_AFTER_MS }
const MAX_TEAMS = 6

export function useReadAhead(teams: readonly TodayTeam[], hasShifts: boolean) {
  useEffect(() => {
    const timer = setTimeout(() => void readAhead(teams.slice(0, MAX_TEAMS), hasShifts), PREFETCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [teams, hasShifts])
}

/** Sequential, so that other requests get through. */
async function readAhead(teams: readonly TodayTeam[], hasShifts: boolean) {
  await awaitWorker()
  if (hasShifts) await queryClient.prefetchQuery({ ...shiftsQuery({}), ...prefetchOptions })
  for (const kind of ['groups', 'direct'] as const)
    await queryClient.prefetchQuery({ ...roomsQuery(kind), ...prefetchOptions })
  for (const part of teams) {
    await queryClient.prefetchQuery({ ...partQuery(part), ...prefetchOptions })
    await queryClient.prefetchQuery({ ...timesQuery(part, defaultTimesheetSearch), ...prefetchOptions })
  }
}
