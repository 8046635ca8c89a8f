import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { buildApp } from '#server/app.ts'
import { testApp } from '#server/testing/app.ts'

const world = await testApp({ APP_NAME: 'Bühne „Süd“' })
const folder = await mkdtemp(join(tmpdir(), 'kontor-web-'))
await mkdir(join(folder, 'assets'))
const manifest = JSON.stringify({ name: 'Kontor', short_name: 'Kontor', start_url: '/ui/' })
for (const [name, content] of Object.entries({
  'index.html': '<!doctype html><head><title>Kontor</title></head>',
  'assets/index-1.js': 'export {}',
  'assets/app.js': 'export {}',
  'assets/app.js.br': 'in brotli',
  'assets/app.js.gz': 'in gzip',
  'sw.js': 'addEventListener("push", () => {})',
  'manifest.webmanifest': manifest,
  'manifest.webmanifest.gz': gzipSync(manifest),
}))
  await writeFile(join(folder, name), content)
const app = await buildApp(world.kontor, { webFolder: folder })
after(async () => {
  await app.close()
  await rm(folder, { recursive: true })
  await world[Symbol.asyncDispose]()
})

test('the service worker is served to everyone, and asked for anew each time', async () => {
  const { statusCode, headers, body } = await app.inject('/sw.js')
  assert.equal(statusCode, 200)
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
  assert.equal(headers['cache-control'], 'no-cache')
  assert.match(String(headers['content-security-policy']), /default-src 'self'/)
  assert.match(body, /push/)
  const head = await app.inject({ method: 'HEAD', url: '/sw.js' })
  assert.deepEqual([head.statusCode, head.body], [200, ''])
  assert.equal(head.headers['content-length'], headers['content-length'])
})

test('it lives at that address alone: from below /ui it could serve less', async () => {
  const { headers } = await app.inject('/ui/sw.js')
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
})

test('a build without one says that there is none', async () => {
  const bare = await buildApp(world.kontor, { webFolder: join(folder, 'assets') })
  assert.equal((await bare.inject('/sw.js')).statusCode, 404)
  await bare.close()
})

test('an installed app bears the name of the server, packed or not', async () => {
  const { statusCode, headers, body } = await app.inject({
    url: '/ui/manifest.webmanifest',
    headers: { 'accept-encoding': 'gzip, br' },
  })
  assert.equal(statusCode, 200)
  assert.equal(headers['content-type'], 'application/manifest+json')
  assert.equal(headers['cache-control'], 'no-cache')
  const name = 'Bühne „Süd“'
  assert.deepEqual(JSON.parse(body), { name, short_name: name, start_url: '/ui/' })
  assert.equal((await app.inject({ method: 'HEAD', url: '/ui/manifest.webmanifest' })).body, '')
})

test('a logout empties the browser’s cache, and leaves the service worker to the next one', async () => {
  const { headers } = await app.inject({ method: 'POST', url: '/auth/logout/' })
  assert.equal(headers['clear-site-data'], '"cache"')
})

test('a file travels packed in a way that the browser takes, and not in one that it refuses', async () => {
  const codingFor = async (accepted?: string) =>
    (
      await app.inject({
        url: '/ui/assets/app.js',
        headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
      })
    ).headers['content-encoding']
  const table: [accepted: string | undefined, coding: string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=1.0, br; q=0.000', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0.1, *;q=0', 'br'],
    ['identity, xbr, brx', undefined],
  ]
  for (const [accepted, coding] of table) assert.equal(await codingFor(accepted), coding, String(accepted))
})

test('every address of a screen gets the page, whoever asks', async () => {
  for (const url of ['/ui/', '/ui/docs/7/show?filter=/x', '/ui/index.html'])
    assert.match((await app.inject(url)).body, /^<!doctype html>/, url)
  assert.equal((await app.inject('/ui/assets/gone-1.js')).statusCode, 404)
})

test('a page says what the server says of itself, whatever signs are in it', async () => {
  const [, content = ''] =
    /<meta name="kontor-status" content="([^"]*)">/.exec((await app.inject('/ui/')).body) ?? []
  assert.doesNotMatch(content, /[<>]/)
  const status = (await app.inject('/status/')).json<object>()
  assert.deepEqual(JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&amp;', '&')), status)
})
