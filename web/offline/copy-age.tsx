import { useEffect, useSyncExternalStore } from 'react'
import { queryClient } from '#web/query-client.ts'
import { useOutage } from '#web/shell/outage.ts'
import { createStore, useStore } from '#web/store.ts'
import { useToday } from '#web/ui/date-time/use-today.ts'
import { ageText } from './age-text.ts'
import css from './offline.module.css'

const queryCache = queryClient.getQueryCache()
const subscribe = (listener: () => void) => queryCache.subscribe(listener)

/** Epoch ms of the oldest copy on the screen, except the current user. */
function oldestCopyAt(): number | undefined {
  const moments = queryCache
    .getAll()
    .filter((query) => query.meta?.isOffline && query.isActive() && query.queryKey[1] !== 'current')
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0)
  return moments.length > 0 ? Math.min(...moments) : undefined
}

/** Age of the displayed copies: 'Stand: heute, 14:32 Uhr'. */
export function CopyAge() {
  const ofRoom = useStore(roomCopyAt)
  const ofQueries = useSyncExternalStore(subscribe, oldestCopyAt)
  const at = ofRoom ?? ofQueries
  const today = useToday()
  return at !== undefined && <p className={css['age']}>{ageText(at, today)}</p>
}

/** Epoch ms of the open room's copy. It takes precedence over the copy of the list of rooms. */
const roomCopyAt = createStore<number | undefined>(undefined)

/**
 * Age of a room's copy, which is not stored by a query. During an outage `CopyAge` in the banner shows this age;
 * before the banner appears it is shown here.
 */
export function RoomCopyAge({ at }: { at: number }) {
  const isSaidAbove = useOutage() !== undefined
  const today = useToday()
  useEffect(() => {
    roomCopyAt.set(at)
    return () => roomCopyAt.set(undefined)
  }, [at])
  return !isSaidAbove && <span>{ageText(at, today)}</span>
}
