// Health check of the connection for news. It can be dead without an error; and behind a pooler that lends it
// to others it answers but receives nothing. So a notification to ourselves has to come back.
import type pg from 'pg'
import { streamOf, WRITABLE } from '#server/db/open.ts'

/** A database that is silent for this long counts as gone. */
const SILENT_MS = 2_000
/** Echoes may take longer: they queue behind other news, and those behind the disk. */
export const ECHO_MS = 3_000

export class Pulse {
  /** Channel on which this node notifies itself. */
  readonly channel: string
  #beats = 0

  /** `node`: name of the node. */
  constructor(node: string) {
    this.channel = `kontor_heartbeat_${node.replaceAll('-', '')}`
  }

  async isWritable(client: pg.Client): Promise<boolean> {
    const { rows } = await this.#inTime(client, SILENT_MS, () =>
      client.query<{ writable: boolean }>(WRITABLE),
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
      const late = afterReading(ECHO_MS, () => resolve(false))
      const isBack = await echo
      late.cancel()
      if (!isBack) throw new Error('news to ourselves do not come back')
    } finally {
      client.off('notification', listener)
    }
  }

  /** Rejects if the connection does not answer in time. */
  async #inTime<T>(client: pg.Client, ms: number, ask: () => Promise<T>): Promise<T> {
    const late = afterReading(ms, () => streamOf(client).destroy())
    try {
      return await ask()
    } finally {
      late.cancel()
    }
  }
}

/** A process that was blocked first reads pending input before a timeout counts. */
function afterReading(ms: number, act: () => void) {
  let isCancelled = false
  const timer = setTimeout(() => setImmediate(() => isCancelled || act()), ms)
  return {
    cancel() {
      isCancelled = true
      clearTimeout(timer)
    },
  }
}
