import { afterPaint } from '#web/after-paint.ts'
import { queryClient } from '#web/query-client.ts'
import { draft } from './draft.ts'

/** A draft that all windows of this browser work on together. */
export function sharedDraft<T>(key: string, read: (stored: unknown) => T) {
  const { query, get, set } = draft(key, read)
  return {
    query,
    get,
    /**
     * In this window at once, and in all others that follow it; copied for these and for what is kept once it is
     * seen.
     */
    share(value: T & {}, isEmpty: boolean): Promise<boolean> {
      queryClient.setQueryData(query.queryKey, value)
      return afterPaint(() => {
        tell(key, value)
        return set(isEmpty ? undefined : value)
      })
    },
    /** Takes over what other windows share; returns the way to leave. */
    follow(): () => void {
      const channel = new BroadcastChannel(`kontor/${key}`)
      channels.set(key, channel)
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        queryClient.setQueryData<T>(query.queryKey, read(data))
      })
      return () => {
        channel.close()
        if (channels.get(key) === channel) channels.delete(key)
      }
    },
  }
}

function tell(key: string, value: unknown) {
  const followed = channels.get(key)
  const channel = followed ?? new BroadcastChannel(`kontor/${key}`)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is no window
  channel.postMessage(value)
  if (!followed) channel.close()
}

/** A window's own messages do not come back to it while it listens on the channel that sent them. */
const channels = new Map<string, BroadcastChannel>()
