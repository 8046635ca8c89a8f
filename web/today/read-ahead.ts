// Prefetches data that is often needed offline: the timesheets of one's own teams, the own shifts, the list of
// chats.
import { useEffect } from 'react'
import type { Team } from '#contract/today.ts'
import { roomsQuery } from '#web/chat/queries.ts'
import { partQuery, timesQuery } from '#web/happenings/queries.ts'
import { startTimesheet } from '#web/happenings/search.ts'
import { awaitWorker } from '#web/offline/await-worker.ts'
import { queryClient } from '#web/query-client.ts'
import { shiftsQuery } from '#web/shifts/queries.ts'

/** Delay in ms, to let the screen load first. */
const AFTER_MS = 3_000
/** Minimum age before refetching, in ms. */
const FRESH_MS = 15 * 60_000
const ahead = { staleTime: FRESH_MS, gcTime: FRESH_MS }
const MOST_TEAMS = 6

export function useReadAhead(teams: readonly Team[], hasShifts: boolean) {
  useEffect(() => {
    const timer = setTimeout(() => void readAhead(teams.slice(0, MOST_TEAMS), hasShifts), AFTER_MS)
    return () => clearTimeout(timer)
  }, [teams, hasShifts])
}

/** Sequential, so that other requests get through. */
async function readAhead(teams: readonly Team[], hasShifts: boolean) {
  await awaitWorker()
  if (hasShifts) await queryClient.prefetchQuery({ ...shiftsQuery({}), ...ahead })
  for (const kind of ['groups', 'direct'] as const)
    await queryClient.prefetchQuery({ ...roomsQuery(kind), ...ahead })
  for (const part of teams) {
    await queryClient.prefetchQuery({ ...partQuery(part), ...ahead })
    await queryClient.prefetchQuery({ ...timesQuery(part, startTimesheet), ...ahead })
  }
}
