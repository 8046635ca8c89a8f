import { useEffect, useSyncExternalStore } from 'react'
import { queryClient } from '#web/query-client.ts'
import { useIsAway } from '#web/shell/use-away.ts'
import { createStore, useStore } from '#web/store.ts'
import { useToday } from '#web/ui/date-time/use-today.ts'
import { ageText } from './age-text.ts'
import css from './offline.module.css'

const queries = queryClient.getQueryCache()
const subscribe = (listener: () => void) => queries.subscribe(listener)

/** Epoch ms of the oldest copy on the screen, except the current user. */
function oldest(): number | undefined {
  const moments = queries
    .getAll()
    .filter((query) => query.meta?.isOffline && query.isActive() && query.queryKey[1] !== 'current')
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0)
  return moments.length > 0 ? Math.min(...moments) : undefined
}

/** Age of the displayed copies: 'Stand: heute, 14:32 Uhr'. */
export function CopyAge() {
  const ofRoom = useStore(roomAt)
  const ofQueries = useSyncExternalStore(subscribe, oldest)
  const at = ofRoom ?? ofQueries
  const today = useToday()
  return at !== undefined && <p className={css['age']}>{ageText(at, today)}</p>
}

/** Epoch ms of the open room's copy. It takes precedence over the copy of the list of rooms. */
const roomAt = createStore<number | undefined>(undefined)

/** Age of a room's copy, which is no query. Registers the time for `CopyAge`, and shows it only if that does not. */
export function RoomAge({ at }: { at: number }) {
  const isSaidAbove = useIsAway() !== undefined
  const today = useToday()
  useEffect(() => {
    roomAt.set(at)
    return () => roomAt.set(undefined)
  }, [at])
  return !isSaidAbove && <span>{ageText(at, today)}</span>
}
