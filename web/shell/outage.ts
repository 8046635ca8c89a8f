// Detects that the network is down, or that polls have failed long enough (`SILENCE_MS`) to tell the user. One or two
// failed polls do not matter: the data is only seconds old.
import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isUnanswered } from '#web/api.ts'
import { isOffline, queryClient } from '#web/query-client.ts'

export const SILENCE_MS = 15_000

const queryCache = queryClient.getQueryCache()
/** Failing queries, with the time (epoch ms) of their first failure. */
const failingQueries = new Map<Query, number>()

queryCache.subscribe((event) => {
  const { query, type } = event
  if (type === 'removed' || (type === 'observerRemoved' && !query.isActive())) failingQueries.delete(query)
  if (type !== 'updated') return
  const { action } = event
  if (action.type === 'success') failingQueries.delete(query)
  else if (action.type === 'failed' || action.type === 'error') {
    // Only a request that gets no answer while the device is online counts as a failure of the server.
    if (!isUnanswered(action.error) || isOffline(action.error)) failingQueries.delete(query)
    else if (!failingQueries.has(query)) failingQueries.set(query, Date.now())
  }
})

/** Marks a query that shows a cached copy. It counts as failing since 1970, so it is reported without delay. */
export const markAsCopy = (query: Query) => void failingQueries.set(query, 0)

/** Epoch ms of the earliest failure among the queries on the screen; 0 if one of them shows a copy. */
function failingSince(): number | undefined {
  const since = [...failingQueries].filter(([query]) => query.isActive()).map(([, moment]) => moment)
  return since.length > 0 ? Math.min(...since) : undefined
}

/** Any displayed query is failing, however recently. */
export const isServerFailing = () => failingSince() !== undefined

export function isServerSilent(): boolean {
  const since = failingSince()
  return since !== undefined && Date.now() - since >= SILENCE_MS
}

/** Calls the listener when queries change, and when the server has been silent for `SILENCE_MS`. */
export function subscribeToSilence(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    listener()
    clearTimeout(timer)
    const since = failingSince()
    if (since === undefined || isServerSilent()) return
    timer = setTimeout(look, since + SILENCE_MS - Date.now())
  }
  const unsubscribe = queryCache.subscribe(look)
  look()
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

export const useHasNetwork = () => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
const networkEvents = ['online', 'offline']
function subscribeToNetwork(listener: () => void) {
  for (const event of networkEvents) addEventListener(event, listener)
  return () => {
    for (const event of networkEvents) removeEventListener(event, listener)
  }
}

export type Outage = 'network' | 'server'

/** State of network and server. A silent server is reported after `SILENCE_MS` only. */
export function useOutage(): Outage | undefined {
  const hasNetwork = useHasNetwork()
  const isSilent = useSyncExternalStore(subscribeToSilence, isServerSilent)
  if (!hasNetwork) return 'network'
  return isSilent ? 'server' : undefined
}

/** True from the first failure on, unlike `useOutage`. For retries once the connection is back. */
export function useIsFailing(): boolean {
  const hasNetwork = useHasNetwork()
  return useSyncExternalStore(subscribeToSilence, isServerFailing) || !hasNetwork
}
