// The built browser part, held in memory with its compressed forms: a request names an entry or nothing,
// so no path can lead elsewhere. Every address below /ui that is no file is a screen, and gets the page.
// The service worker is the one file outside: it may only serve what lies below its own address.
// The page says in its head what its address begins with, so that a browser asks for all of it at once.
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { soundIn } from '../credentials.ts'
import { refuse } from '../errors.ts'
import { firstCalls } from './first-calls.ts'
import { type AppStatus, type FirstFiles, headOf, placeOf } from './page-head.ts'

type File = {
  type: string
  forever: boolean
  br: Buffer | undefined
  gzip: Buffer | undefined
  plain: Buffer
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json; charset=utf-8',
}

const WORKER = 'sw.js'
const MANIFEST = 'manifest.webmanifest'
const PAGE = 'index.html'
const FIRST_FILES = 'first-files.json'

export async function serveWebApp(app: FastifyInstance, folder: string, status: () => AppStatus) {
  const files = await load(folder)
  const take = (name: string) => {
    const file = files.get(name)
    files.delete(name)
    return file
  }
  const [page, listed, manifest, worker] = [PAGE, FIRST_FILES, MANIFEST, WORKER].map(take)
  const firstFiles = listed ? (JSON.parse(listed.plain.toString()) as FirstFiles) : {}
  const open = { config: { may: 'everyone' as const } }
  const toStart = (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/ui/', 302)
  app.get('/', open, toStart)
  app.get('/ui', open, toStart)
  app.get('/sw.js', open, (request, reply) => {
    if (!worker) throw refuse('not_found')
    return answer(worker, request, reply)
  })
  app.get('/ui/*', open, (request, reply) => {
    const name = (request.params as { '*': string })['*']
    const file = files.get(name)
    if (file) return answer(file, request, reply)
    if (name === MANIFEST && manifest) return answer(named(manifest, status().name), request, reply)
    if (!page || name.startsWith('assets/')) throw refuse('not_found')
    const { head, calls } = beginningOf(request, firstFiles, status())
    if (calls) reply.header('link', calls)
    const plain = Buffer.from(page.plain.toString().replace('</head>', () => `${head}</head>`))
    return answer({ ...page, plain, br: undefined, gzip: undefined }, request, reply)
  })
}

/** What the page says for this address and this visitor, whether signed in or not. */
function beginningOf({ url, headers }: FastifyRequest, firstFiles: FirstFiles, status: AppStatus) {
  // The service worker keeps one page for all addresses, and for whoever sits there next.
  if ((headers['sec-fetch-dest'] ?? 'document') !== 'document') return { head: headOf(status, [], false) }
  if (soundIn(headers.cookie) === undefined) return { head: headOf(status, firstFiles[LOGIN] ?? [], false) }
  const place = placeOf(firstFiles, url)
  const first = place === undefined ? [] : (firstFiles[place] ?? [])
  return { head: headOf(status, first, true), calls: firstCalls(place, url) }
}
const LOGIN = '/login'

function answer(file: File, request: FastifyRequest, reply: FastifyReply) {
  const accepted = request.headers['accept-encoding'] ?? ''
  const form =
    file.br && isWanted('br', accepted) ? 'br' : file.gzip && isWanted('gzip', accepted) ? 'gzip' : 'plain'
  reply.type(file.type).header('vary', 'accept-encoding')
  reply.header('cache-control', file.forever ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (form !== 'plain') reply.header('content-encoding', form)
  return reply.send(file[form])
}

/** Named, or meant by a star; `br;q=0` says that it is not wanted. */
function isWanted(coding: string, accepted: string): boolean {
  const weights = new Map<string, string>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', weight = ''] = part.split(';')
    weights.set(name.trim(), weight.trim())
  }
  const weight = weights.get(coding) ?? weights.get('*')
  return weight !== undefined && !/^q=0(\.0*)?$/.test(weight)
}

/** An installed app is called what the server is called. */
function named(manifest: File, appName: string): File {
  const content = JSON.parse(manifest.plain.toString()) as object
  const plain = Buffer.from(JSON.stringify({ ...content, name: appName, short_name: appName }))
  return { ...manifest, plain, br: undefined, gzip: undefined }
}

async function load(folder: string): Promise<Map<string, File>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const known = new Set(paths)
  const read = (path: string) => (known.has(path) ? readFile(path) : undefined)
  const files = paths
    .filter((path) => !/\.(br|gz)$/.test(path))
    .map(async (path): Promise<[string, File]> => {
      const name = relative(folder, path).replaceAll(sep, '/')
      const [plain, br, gzip] = await Promise.all([readFile(path), read(`${path}.br`), read(`${path}.gz`)])
      const type = types[extname(path)] ?? 'application/octet-stream'
      return [name, { type, forever: name.startsWith('assets/'), br, gzip, plain }]
    })
  return new Map(await Promise.all(files))
}
