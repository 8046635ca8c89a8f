import { useSyncExternalStore } from 'react'
import { queryClient } from '#web/query-client.ts'
import css from './copies.module.css'
import { standText } from './stand-text.ts'

const queries = queryClient.getQueryCache()
const subscribe = (listener: () => void) => queries.subscribe(listener)

/** The oldest of what is on the screen; who is signed in is not looked at for its age. */
function oldest(): number | undefined {
  const shown = queries
    .getAll()
    .filter((query) => query.meta?.isCopied && query.isActive() && query.queryKey[1] !== 'current')
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0)
  return shown.length > 0 ? Math.min(...shown) : undefined
}

/** How old what is on the screen is: 'Stand: heute, 14:32 Uhr'. */
export function CopyAge() {
  const at = useSyncExternalStore(subscribe, oldest)
  return at !== undefined && <p className={css['age']}>{standText(at)}</p>
}

/** The same of a room, which is no query. */
export const RoomAge = ({ at }: { at: number }) => <span>{standText(at)}</span>
