// Whether the connection for news lives. It can be dead without saying so; and one that answers may still receive no
// news: behind a pooler that gives it to others meanwhile, they go to whoever has it then. So what we tell ourselves
// has to come back.
import type pg from 'pg'
import { streamOf, WRITABLE } from '#server/db/open.ts'

/** A database that says nothing for so long is gone. */
const SILENT_MS = 2_000
/** News of our own may take longer to come back: they wait for those of others, and these for the disk. */
export const ECHO_MS = 3_000

export class Pulse {
  /** On it this node notifies itself, to see that it still receives. */
  readonly channel: string
  #beats = 0

  /** `node`: its name. */
  constructor(node: string) {
    this.channel = `kontor_heartbeat_${node.replaceAll('-', '')}`
  }

  async isWritable(client: pg.Client): Promise<boolean> {
    const { rows } = await this.#inTime(client, SILENT_MS, () =>
      client.query<{ writable: boolean }>(WRITABLE),
    )
    return rows[0]?.writable ?? false
  }

  /** An error if what this node tells itself does not come back. */
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

  /** A connection that does not answer in time is given up. */
  async #inTime<T>(client: pg.Client, ms: number, ask: () => Promise<T>): Promise<T> {
    const late = afterReading(ms, () => streamOf(client).destroy())
    try {
      return await ask()
    } finally {
      late.cancel()
    }
  }
}

/** A process that was busy first reads what has come meanwhile, before it says that nothing has. */
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
