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
  'first-files.json': JSON.stringify({
    '/login': ['assets/login-1.js'],
    '/docs': ['assets/docs-1.css', 'assets/docs-1.js'],
    '/docs/add': ['assets/docs-1.js', 'assets/add-1.js'],
    '/docs/$': ['assets/one-1.js'],
    '/docs/$/show': ['assets/one-1.js', 'assets/read-1.js'],
    '/happenings': ['assets/wide-1.css (min-width: 60rem)', 'assets/wide-1.js (min-width: 60rem)'],
  }),
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

const session = `session=${'a'.repeat(43)}`
const pageAt = async (url: string, headers: Record<string, string> = {}) =>
  (await app.inject({ url, headers: { cookie: session, ...headers } })).body
const linksIn = (page: string) => [...page.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href]) => href)
const CURRENT_USER = '/users/current/'

test('a page names what its address begins with, so that a browser asks for all of it at once', async () => {
  const table: [url: string, files: string[]][] = [
    ['/ui/docs', ['/ui/assets/docs-1.css', '/ui/assets/docs-1.js']],
    ['/ui/docs/?page=1&filter=/x', ['/ui/assets/docs-1.css', '/ui/assets/docs-1.js']],
    ['/ui/docs/add', ['/ui/assets/docs-1.js', '/ui/assets/add-1.js']],
    ['/ui/docs/7', ['/ui/assets/one-1.js']],
    ['/ui/docs/7/show#x', ['/ui/assets/one-1.js', '/ui/assets/read-1.js']],
    ['/ui/docs/7/show/more', []],
    ['/ui/nothing', []],
    ['/ui/toString', []],
  ]
  for (const [url, files] of table)
    assert.deepEqual(linksIn(await pageAt(url)), [CURRENT_USER, ...files], url)
  const page = await pageAt('/ui/docs')
  assert.match(page, /<link rel="stylesheet" crossorigin href="\/ui\/assets\/docs-1.css">/)
  assert.match(page, /<link rel="modulepreload" crossorigin href="\/ui\/assets\/docs-1.js">/)
})

test('where the address says it, what the screen asks for first is asked for with the page', async () => {
  const told = async (url: string, cookie = session) => {
    const { link } = (await app.inject({ url, headers: { cookie } })).headers
    return [...String(link ?? '').matchAll(/<([^>]+)>; rel=preload; as=fetch; crossorigin=anonymous/g)].map(
      ([, call]) => call,
    )
  }
  const list = '/docs/?page=0&filter=&order_by=%2Bname&filter_status='
  const both = ['/docs/7/', '/docs/7/currentuserdata/']
  const table: [url: string, calls: string[]][] = [
    ['/ui/docs', [list]],
    ['/ui/docs?page=0&filter=&status=&order_by=%2Bname', [list]],
    ['/ui/docs?page=1&filter=&status=&order_by=%2Bname', []],
    ['/ui/docs/7/show', both],
    ['/ui/docs/7/show?filter=x', both],
    ['/ui/docs/sieben/show', []],
    ['/ui/docs/7%0d%0a/show', []],
    ['/ui/docs/7>/show', []],
    ['/ui/docs/add', []],
    ['/ui/nothing', []],
  ]
  for (const [url, calls] of table) assert.deepEqual(await told(url), calls, url)
  assert.deepEqual(await told('/ui/docs', ''), [])
})

test('what is for one kind of window is named for it alone, and its style waits until it is used', async () => {
  const links = (await pageAt('/ui/happenings')).match(/<link [^>]*wide[^>]*>/g)
  assert.deepEqual(links, [
    '<link rel="preload" as="style" crossorigin href="/ui/assets/wide-1.css" media="(min-width: 60rem)">',
    '<link rel="modulepreload" crossorigin href="/ui/assets/wide-1.js" media="(min-width: 60rem)">',
  ])
})

test('whoever has no session gets the login with the page, and nobody is asked for', async () => {
  for (const cookie of ['', 'session=short', `${session}; ${session}`])
    assert.deepEqual(linksIn(await pageAt('/ui/docs', { cookie })), ['/ui/assets/login-1.js'], cookie)
})

test('the page that a service worker keeps is the same for all addresses and everybody', async () => {
  const kept = await pageAt('/ui/', { 'sec-fetch-dest': 'empty' })
  assert.deepEqual(linksIn(kept), [])
  assert.equal(await pageAt('/ui/docs', { 'sec-fetch-dest': 'empty', cookie: '' }), kept)
  assert.notEqual(await pageAt('/ui/docs', { 'sec-fetch-dest': 'document' }), kept)
})

test('a page says what the server says of itself, whatever signs are in it', async () => {
  const [, content = ''] = /<meta name="kontor-status" content="([^"]*)">/.exec(await pageAt('/ui/')) ?? []
  assert.doesNotMatch(content, /[<>]/)
  const status = (await app.inject('/status/')).json<object>()
  assert.deepEqual(JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&amp;', '&')), status)
})

test('the list of first files is for the server alone', async () => {
  assert.match(await pageAt('/ui/first-files.json'), /^<!doctype html>/)
})
