// Creates an empty cluster; an interrupted attempt leaves nothing that looks complete.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import type { Binaries } from './binaries.ts'
import { type ClusterPaths, makePrivateFolder, type OsAccount } from './cluster-paths.ts'

/** Name of the database and of its only role. */
export const DATABASE_NAME = 'kontor'
const POSTGRES_MAJOR = '18'
/** `initdb` refuses an account without a name, and the account that PostgreSQL later runs as has none. */
const NOBODY = { uid: 65_534, gid: 65_534 }

export function ensureCluster({ home, cluster, account }: ClusterPaths, binaries: Binaries, flags: string[]) {
  if (!existsSync(cluster)) {
    const half = `${cluster}.new-${process.pid}`
    rmSync(half, { recursive: true, force: true }) // left by an earlier process with the same pid
    try {
      makePrivateFolder(half, account && NOBODY)
      initCluster(half, binaries, account && NOBODY, flags)
      renameSync(half, cluster)
    } finally {
      rmSync(half, { recursive: true, force: true })
    }
  }
  if (account && statSync(cluster).uid !== account.uid)
    execFileSync('chown', ['-hR', `${account.uid}:${account.gid}`, cluster])
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version === POSTGRES_MAJOR) return
  throw new StartError(
    `Der Datenordner „${home}“ gehört zu PostgreSQL ${version}; diese Fassung bringt PostgreSQL ${POSTGRES_MAJOR} mit. Bitte mit der bisherigen Fassung sichern („npm run kontor -- backup“) und hier wiederherstellen.`,
  )
}

function initCluster(folder: string, binaries: Binaries, by: OsAccount | undefined, flags: string[]) {
  const { initdb, postgres, environment: env } = binaries
  const run = (program: string, args: string[], input = '') => {
    const done = spawnSync(program, args, { env, ...by, cwd: '/', input, encoding: 'utf8' })
    if (done.status !== 0) throw new Error([done.error, done.stdout, done.stderr].join('\n'))
  }
  const making = ['-D', folder, '-U', DATABASE_NAME, '--auth=trust', '--data-checksums', '--no-instructions']
  // Sorts by code point: fast and stable; German order is requested by COLLATE "de-x-icu".
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  run(initdb, [...making, ...locale, ...flags])
  run(postgres, ['--single', '-D', folder, 'template1'], `create database ${DATABASE_NAME}\n`)
}
