/**
 * What somebody has begun and this browser keeps until they are done with it: nothing of it goes out by itself. `read`
 * makes of what is kept what this version of the app understands, also where nothing is kept or an older one has kept it.
 */
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#web/query-client.ts'
import { forget, keep, kept } from './storage.ts'

export function draft<T>(key: string, read: (stored: unknown) => T) {
  const query = queryOptions({
    queryKey: ['kept', key],
    queryFn: async () => read(await kept<unknown>(key)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  })
  /** Undefined for nothing. Answers whether that is what the browser keeps now. */
  async function set(value: (T & {}) | undefined): Promise<boolean> {
    if (value !== undefined) return keep(key, value)
    await forget(key)
    return true
  }
  return {
    query,
    get: async () => read(await kept<unknown>(key)),
    set,

    /** In this window at once, and in all others that follow it. */
    share(value: T & {}, isEmpty: boolean): Promise<boolean> {
      queryClient.setQueryData(query.queryKey, value)
      channels.get(key)?.postMessage(value)
      return set(isEmpty ? undefined : value)
    },
    /** Takes over what other windows share; returns the way to leave. */
    follow(): () => void {
      const channel = new BroadcastChannel(`kontor/${key}`)
      channels.set(key, channel)
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
        queryClient.setQueryData(query.queryKey, read(data)),
      )
      return () => {
        channel.close()
        if (channels.get(key) === channel) channels.delete(key)
      }
    },
  }
}

/** A window's own messages do not come back to it while it listens on the channel that sent them. */
const channels = new Map<string, BroadcastChannel>()
