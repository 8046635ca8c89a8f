// Lists what packages bring along that is no package of its own: the runtime, the database with the libraries beside
// it, and those within the drawing of images. As they are in the packages for Linux on x64; other platforms may differ.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './packages.ts'

export type Bundled = {
  name: string
  version: string
  /** In the words of SPDX; undefined for what is in the public domain. */
  licence: string | undefined
  /** Under which name scanners know its weaknesses: vendor and product. */
  cpe?: readonly [vendor: string, product: string]
  uses?: readonly string[]
}

const libraries: Bundled[] = [
  { name: 'openssl', version: '1.1.1', licence: 'OpenSSL', cpe: ['openssl', 'openssl'] },
  {
    name: 'icu',
    version: '60.2',
    licence: 'Unicode-DFS-2016',
    cpe: ['icu-project', 'international_components_for_unicode'],
  },
  { name: 'zlib', version: '1.2.11', licence: 'Zlib', cpe: ['zlib', 'zlib'] },
  { name: 'xz', version: '5.2.2', licence: undefined, cpe: ['tukaani', 'xz'] },
  { name: 'libxml2', version: '2.9.4', licence: 'MIT', cpe: ['xmlsoft', 'libxml2'] },
  { name: 'libxslt', version: '1.1.29', licence: 'MIT', cpe: ['xmlsoft', 'libxslt'] },
  { name: 'ossp-uuid', version: '1.6.2', licence: 'MIT' },
]

export const postgresql: Bundled = {
  name: 'postgresql',
  version: '18.4',
  licence: 'PostgreSQL',
  cpe: ['postgresql', 'postgresql'],
  uses: libraries.map(({ name }) => name),
}

/** When PostgreSQL gave this release out, YYYY-MM-DD: its line gets the next one about every three months. */
export const postgresqlOf = '2026-05-14'

export const databaseParts: Bundled[] = [postgresql, ...libraries]

/** The runtime of that package's version. */
export const runtime = (version: string): Bundled => ({
  name: 'node',
  version,
  licence: 'MIT',
  cpe: ['nodejs', 'node.js'],
})

/** The libraries within libvips, as the installed package names them; none where it is not installed. */
export function imageLibraries(path: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(join(root, path, 'versions.json'), 'utf8')) as Record<string, string>
  } catch {
    return {} // for another platform
  }
}
