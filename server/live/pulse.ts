// Checks the connection that receives news. It can be dead without an error. Behind a pooler that shares
// connections it answers queries but receives nothing. So each node sends a notification to itself, which has
// to arrive.
import type pg from 'pg'
import { getSocket, IS_WRITABLE_QUERY } from '#server/db/open.ts'

/** A database that does not answer within this time counts as unreachable. */
const SILENT_MS = 2_000
/**
 * Maximum time for an echo, longer than for an answer: it queues behind other notifications, which wait for
 * the disk.
 */
export const ECHO_MS = 3_000

export class Pulse {
  /** Channel on which this node notifies itself. */
  readonly channel: string
  #beats = 0

  constructor(node: string) {
    this.channel = `kontor_heartbeat_${node.replaceAll('-', '')}`
  }

  async isWritable(client: pg.Client): Promise<boolean> {
    const { rows } = await this.#inTime(client, SILENT_MS, () =>
      client.query<{ writable: boolean }>(IS_WRITABLE_QUERY),
    )
    return rows[0]?.writable ?? false
  }

  /** Throws if this node's own notification does not come back. */
  async echo(client: pg.Client) {
    const beat = String(++this.#beats)
    const { promise: echo, resolve } = Promise.withResolvers<boolean>()
    const listener = ({ channel, payload }: pg.Notification) => {
      if (channel === this.channel && payload === beat) resolve(true)
    }
    client.on('notification', listener)
    try {
      await this.#inTime(client, ECHO_MS, () =>
        client.query('select pg_notify($1, $2)', [this.channel, beat]),
      )
      const late = setTimeoutAfterInput(ECHO_MS, () => resolve(false))
      const isBack = await echo
      late.cancel()
      if (!isBack) throw new Error('news to ourselves do not come back')
    } finally {
      client.off('notification', listener)
    }
  }

  /** Rejects if the connection does not answer in time. */
  async #inTime<T>(client: pg.Client, ms: number, ask: () => Promise<T>): Promise<T> {
    const late = setTimeoutAfterInput(ms, () => getSocket(client).destroy())
    try {
      return await ask()
    } finally {
      late.cancel()
    }
  }
}

/**
 * Delays a timeout until pending input has been read, because a process that was blocked would otherwise miss
 * an answer that has already arrived.
 */
function setTimeoutAfterInput(ms: number, act: () => void) {
  let isCancelled = false
  const timer = setTimeout(() => setImmediate(() => isCancelled || act()), ms)
  return {
    cancel() {
      isCancelled = true
      clearTimeout(timer)
    },
  }
}
