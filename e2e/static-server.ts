// Serves a folder of built files under /ui/, with the product's own answer headers.
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { securityHeaders } from '#server/http/security.ts'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

export async function serveFolder(folder: string) {
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname.replace(/^\/ui\//, '/'))
    const file = await readFile(join(folder, path)).catch(() => undefined)
    const type = `${types[extname(path)] ?? 'application/octet-stream'}; charset=utf-8`
    reply.writeHead(file ? 200 : 404, { ...securityHeaders(undefined), 'content-type': type }).end(file)
  }
  const server = createServer((request, reply) => void answer(request, reply))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/ui/`, stop: () => server.close() }
}
