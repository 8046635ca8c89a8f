// Makes a new, empty cluster; one that was interrupted leaves nothing behind that looks whole.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { give, maker } from './account.ts'
import type { Binaries } from './binaries.ts'
import { isAnotherAlive } from './lock.ts'
import { makePrivate, type Place } from './place.ts'
import { explain } from './trouble.ts'

export const USER = 'kontor'
export const DATABASE = 'kontor'
const MAJOR = '18'

export function ensureCluster(place: Place, binaries: Binaries, durable: boolean): void {
  if (!existsSync(place.cluster)) createCluster(place, binaries, durable)
  const { account, cluster } = place
  if (account && statSync(cluster).uid !== account.uid) give(cluster, account)
  const found = clusterVersion(place)
  if (found === MAJOR) return
  throw new StartError(
    `Der Datenordner „${place.home}“ gehört zu PostgreSQL ${found}; diese Fassung bringt PostgreSQL ${MAJOR} mit. Bitte mit der bisherigen Fassung sichern („npm run kontor -- backup“) und hier wiederherstellen.`,
  )
}

function clusterVersion({ home, cluster }: Place): string {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (cause) {
    throw explain(String(cause), { home })
  }
}

function createCluster({ home, cluster, account }: Place, binaries: Binaries, durable: boolean): void {
  for (const name of readdirSync(home)) {
    // a start that was killed half way; a living one is told from it by its process
    const pid = name.startsWith(`${basename(cluster)}.new-`) ? Number(name.split('-').at(-1)) : 0
    if (pid && !isAnotherAlive(pid)) rmSync(join(home, name), { recursive: true, force: true })
  }
  const half = `${cluster}.new-${process.pid}`
  const by = maker(account)
  makePrivate(half, by)
  const run = (program: string, args: string[], input = '') => {
    const done = spawnSync(program, args, {
      env: binaries.environment,
      ...by,
      cwd: home,
      input,
      encoding: 'utf8',
    })
    if (done.status === 0) return
    rmSync(half, { recursive: true, force: true })
    throw explain([done.error, done.stdout, done.stderr].join('\n'), { home })
  }
  const sync = durable ? [] : ['--no-sync']
  const making = ['-D', half, '-U', USER, '--auth=trust', '--data-checksums', '--no-instructions']
  // sorting by code point in UTF-8, fast and the same for ever; German order is asked for with COLLATE "de-x-icu"
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  run(binaries.initdb, [...making, ...locale, ...sync])
  run(binaries.postgres, ['--single', '-D', half, 'template1'], `create database ${DATABASE}\n`)
  if (account) give(half, account)
  try {
    renameSync(half, cluster)
  } catch {
    rmSync(half, { recursive: true, force: true }) // another start was first: its cluster serves
  }
}
