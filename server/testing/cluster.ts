// A PostgreSQL only for tests. It is fast because its data need not survive a crash, and is deleted with the
// run that started it.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/db/embedded.ts'
import { sweepAbandoned } from '#server/operation/scratch.ts'

/** Environment variable with the URL of the cluster that `npm test` starts. It may also name any other PostgreSQL. */
export const CLUSTER_URL_VARIABLE = 'KONTOR_TEST_CLUSTER'

const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  max_wal_size: '128MB', // small, since the cluster may be in memory
}

export type TestCluster = { url: string; stop(): Promise<void> }

export async function startCluster(): Promise<TestCluster> {
  const base = findScratchFolder()
  await sweepAbandoned(base, 'kontor-test-')
  const folder = mkdtempSync(join(base, 'kontor-test-'))
  chmodSync(folder, 0o711) // root's PostgreSQL runs under another account
  const server = await startEmbedded(folder, { settings: SETTINGS })
  const { host, user, database } = server.connection
  return {
    url: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Folder for the cluster, in memory if there is enough: creating a database takes 20 ms there, and up to 500 ms
 * on a disk.
 */
function findScratchFolder(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 1024 ** 3 ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

let own: Promise<TestCluster> | undefined

/**
 * URL of the cluster of this run. A test file that is started alone gets a cluster of its own, which ends with
 * the process.
 */
export async function getClusterUrl(): Promise<string> {
  const given = process.env[CLUSTER_URL_VARIABLE]
  if (given) return given
  own ??= startCluster()
  return (await own).url
}
