// Whether the network is away, or the server has not answered what a screen shows for so long that somebody should know.
// A poll that fails once or twice is nobody's business: what is on the screen is seconds old, and the next one comes by
// itself.
import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isUnanswered } from '#web/api.ts'
import { isOffline, queryClient } from '#web/query-client.ts'

export const QUIET_MS = 15_000

const queries = queryClient.getQueryCache()
/** Since when what is asked for again and again has found nobody. */
const failing = new Map<Query, number>()

queries.subscribe((event) => {
  const { query, type } = event
  if (type === 'removed' || (type === 'observerRemoved' && !query.isActive())) failing.delete(query)
  if (type !== 'updated') return
  const { action } = event
  if (action.type === 'success') failing.delete(query)
  else if (action.type === 'failed' || action.type === 'error') {
    // Without a network it is not the server.
    if (!isUnanswered(action.error) || isOffline(action.error)) failing.delete(query)
    else if (!failing.has(query)) failing.set(query, Date.now())
  }
})

/** What it shows is a copy that this device has kept: nobody has answered, and that is told at once. */
export const showsCopy = (query: Query) => void failing.set(query, 0)

/** The first of them on a screen. */
function failingSince(): number | undefined {
  const since = [...failing].filter(([query]) => query.isActive()).map(([, moment]) => moment)
  return since.length > 0 ? Math.min(...since) : undefined
}

/** The last time somebody asked for what is on the screen there was no answer, however short a while ago. */
export const isServerFailing = () => failingSince() !== undefined

export function isServerSilent(): boolean {
  const since = failingSince()
  return since !== undefined && Date.now() - since >= QUIET_MS
}

/** Calls when it may have changed; also when nothing happens but that time passes. */
export function onSilence(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    listener()
    clearTimeout(timer)
    const since = failingSince()
    if (since === undefined || isServerSilent()) return
    timer = setTimeout(look, since + QUIET_MS - Date.now())
  }
  const unsubscribe = queries.subscribe(look)
  look()
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

export const useHasNetwork = () => useSyncExternalStore(listen, () => navigator.onLine)
const events = ['online', 'offline']
function listen(listener: () => void) {
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}

export type Away = 'network' | 'server'

/** What is away, as far as this page knows. */
export function useIsAway(): Away | undefined {
  const hasNetwork = useHasNetwork()
  const isSilent = useSyncExternalStore(onSilence, isServerSilent)
  if (!hasNetwork) return 'network'
  return isSilent ? 'server' : undefined
}

/** The same, but at once: for what has failed and may be taken for mended when this is over. */
export function useIsFailing(): boolean {
  const hasNetwork = useHasNetwork()
  return useSyncExternalStore(onSilence, isServerFailing) || !hasNetwork
}
