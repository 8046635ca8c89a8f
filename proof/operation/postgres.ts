// A PostgreSQL on a port of its own, from the binaries in the npm packages.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort, makeDataFolder, removeDataFolder } from '#measure/real-server.ts'
import { prepareBinaries } from '#server/db/embedded/binaries.ts'
import { clusterPathsFor } from '#server/db/embedded/cluster-paths.ts'
import { startEmbedded } from '#server/db/embedded.ts'

export type Postgres = Awaited<ReturnType<typeof runPostgres>>
type Folder = { home: string; remove: () => Promise<void> }

/** A new cluster that is not started. */
export async function makeCluster(): Promise<Folder> {
  const home = makeDataFolder()
  const embedded = await startEmbedded(home, { settings: { fsync: 'off' } })
  await embedded.stop()
  return { home, remove: () => removeDataFolder(home) }
}

export async function runPostgres({ home }: Folder, settings: Record<string, string> = {}) {
  const place = clusterPathsFor(home)
  const { postgres, environment } = prepareBinaries(place)
  const port = await freePort()
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '120',
    fsync: 'off',
    ...settings,
  }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(postgres, ['-D', place.cluster, ...args], {
    env: environment,
    ...place.account,
    cwd: place.home,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text))
  const exited = once(child, 'exit')
  const connection = { host: '127.0.0.1', port, user: 'kontor', database: 'kontor' }
  /** Sequentially, outside of transactions; returns the rows of the last. */
  const ask = async (...texts: string[]) => {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    await client.connect()
    try {
      let rows: Record<string, unknown>[] = []
      for (const text of texts) rows = (await client.query<Record<string, unknown>>(text)).rows
      return rows
    } finally {
      await client.end()
    }
  }
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || tries > 300) throw new Error(`PostgreSQL did not start:\n${said}`)
    if (await ask('select 1').catch(() => undefined)) break
    await sleep(50)
  }
  return {
    ...connection,
    ask,
    async stop(how: 'fast' | 'kill' = 'fast') {
      child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await exited
    },
  }
}
