// A PostgreSQL on a port of its own, from the binaries that come along: a primary, its standby, one with TLS.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort, makeDataFolder, removeDataFolder } from '#measure/real-server.ts'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { placeFor } from '#server/db/embedded/place.ts'
import { startEmbedded } from '#server/db/embedded.ts'

export type Postgres = Awaited<ReturnType<typeof runPostgres>>
type Folder = { home: string; remove: () => Promise<void> }

/** A new cluster that nothing runs on. */
export async function makeCluster(): Promise<Folder> {
  const home = makeDataFolder()
  const embedded = await startEmbedded(home, { settings: { fsync: 'off' } })
  await embedded.stop()
  return { home, remove: () => removeDataFolder(home) }
}

/** A copy of a cluster that has been stopped; it follows a primary once it runs. */
export function copyAsStandby(of: Folder, primary: { host: string; port: number; user: string }): Folder {
  const home = makeDataFolder()
  const [from, to] = [placeFor(of.home), placeFor(home)]
  mkdirSync(to.home, { recursive: true })
  cpSync(from.cluster, to.cluster, { recursive: true, preserveTimestamps: true })
  if (from.account) execFileSync('chown', ['-R', `${from.account.uid}:${from.account.gid}`, to.cluster])
  writeFileSync(join(to.cluster, 'standby.signal'), '')
  const { host, port, user } = primary
  appendFileSync(
    join(to.cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${user}'\n`,
  )
  return { home, remove: () => removeDataFolder(home) }
}

export async function runPostgres({ home }: Folder, settings: Record<string, string> = {}, at?: number) {
  const place = placeFor(home)
  const { postgres, environment } = findBinaries(place)
  const port = at ?? (await freePort())
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

/** An authority of our own, and a certificate of it for `localhost`, for a cluster. */
export function makeCertificates({ home }: Folder) {
  const { cluster, account } = placeFor(home)
  const at = (name: string) => join(cluster, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.crt'),
    '-subj',
    '/CN=Probe',
    '-days',
    '2',
  )
  openssl('req', ...newKey, '-keyout', at('own.key'), '-out', at('own.csr'), '-subj', '/CN=localhost')
  writeFileSync(at('own.ext'), 'subjectAltName=DNS:localhost\n')
  const sign = [
    'x509',
    '-req',
    '-in',
    at('own.csr'),
    '-CA',
    at('ca.crt'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
  ]
  openssl(...sign, '-out', at('own.crt'), '-days', '2', '-extfile', at('own.ext'))
  if (account) for (const name of ['own.key', 'own.crt']) chownSync(at(name), account.uid, account.gid)
  // Beside the data folder of another account: whoever connects has to be able to read it.
  return {
    authority: at('ca.crt'),
    settings: { ssl: 'on', ssl_cert_file: at('own.crt'), ssl_key_file: at('own.key') },
    forget: () => rmSync(at('ca.key'), { force: true }),
  }
}
