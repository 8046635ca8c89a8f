// Serves the built browser part from memory, compressed variants included. Files are looked up by name, so no
// request path can lead out of the folder. Unknown addresses below /ui get the page, whose own router handles them.
// The service worker is served outside of /ui, since its scope is limited to its own path. The page contains the
// name of the company, which saves a request before the first paint.
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '#contract/endpoint.ts'
import type { status } from '#contract/status.ts'
import { refuse } from '../errors.ts'

type AppStatus = Answer<typeof status.status>

type File = {
  type: string
  forever: boolean
  br: Buffer | undefined
  gzip: Buffer | undefined
  plain: Buffer
}

const mimeTypes: Record<string, string> = {
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

export async function serveWebApp(app: FastifyInstance, folder: string, status: () => AppStatus) {
  const files = await load(folder)
  const take = (name: string) => {
    const file = files.get(name)
    files.delete(name)
    return file
  }
  const [page, manifest, worker] = [PAGE, MANIFEST, WORKER].map(take)
  const open = { config: { may: 'everyone' as const } }
  const toStart = (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/ui/', 302)
  app.get('/', open, toStart)
  app.get('/ui', open, toStart)
  app.get('/sw.js', open, (request, reply) => {
    if (!worker) throw refuse('not_found')
    return sendFile(worker, request, reply)
  })
  app.get('/ui/*', open, (request, reply) => {
    const name = (request.params as { '*': string })['*']
    const file = files.get(name)
    if (file) return sendFile(file, request, reply)
    if (name === MANIFEST && manifest) return sendFile(withAppName(manifest, status().name), request, reply)
    if (!page || name.startsWith('assets/')) throw refuse('not_found')
    return sendFile(withStatus(page, status()), request, reply)
  })
}

const entities: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }

function withStatus(page: File, status: AppStatus): File {
  const content = JSON.stringify(status).replace(/[&"<>]/g, (sign) => entities[sign] as string)
  const head = `<meta name="kontor-status" content="${content}"></head>`
  const plain = Buffer.from(page.plain.toString().replace('</head>', () => head))
  return { ...page, plain, br: undefined, gzip: undefined }
}

function sendFile(file: File, request: FastifyRequest, reply: FastifyReply) {
  const accepted = request.headers['accept-encoding'] ?? ''
  const form =
    file.br && acceptsEncoding('br', accepted)
      ? 'br'
      : file.gzip && acceptsEncoding('gzip', accepted)
        ? 'gzip'
        : 'plain'
  reply.type(file.type).header('vary', 'accept-encoding')
  reply.header('cache-control', file.forever ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (form !== 'plain') reply.header('content-encoding', form)
  return reply.send(file[form])
}

/** True if Accept-Encoding contains the coding or a star, without `q=0`. */
function acceptsEncoding(coding: string, accepted: string): boolean {
  const weights = new Map<string, string>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', weight = ''] = part.split(';')
    weights.set(name.trim(), weight.trim())
  }
  const weight = weights.get(coding) ?? weights.get('*')
  return weight !== undefined && !/^q=0(\.0*)?$/.test(weight)
}

/** The installed app has the company's name. */
function withAppName(manifest: File, appName: string): File {
  const content = JSON.parse(manifest.plain.toString()) as object
  const plain = Buffer.from(JSON.stringify({ ...content, name: appName, short_name: appName }))
  return { ...manifest, plain, br: undefined, gzip: undefined }
}

async function load(folder: string): Promise<Map<string, File>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const names = new Set(paths)
  const read = (path: string) => (names.has(path) ? readFile(path) : undefined)
  const files = paths
    .filter((path) => !/\.(br|gz)$/.test(path))
    .map(async (path): Promise<[string, File]> => {
      const name = relative(folder, path).replaceAll(sep, '/')
      const [plain, br, gzip] = await Promise.all([readFile(path), read(`${path}.br`), read(`${path}.gz`)])
      const type = mimeTypes[extname(path)] ?? 'application/octet-stream'
      return [name, { type, forever: name.startsWith('assets/'), br, gzip, plain }]
    })
  return new Map(await Promise.all(files))
}
