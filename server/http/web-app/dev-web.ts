import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** In development, Vite serves the browser part from its sources inside this process. */
export async function serveWebSources(app: FastifyInstance) {
  const { build, createServer } = await import('vite')
  const vite = await createServer({
    // A separate port for HMR: sharing our server's upgrade events breaks both.
    server: { middlewareMode: true, hmr: { port: 24_678 } },
    appType: 'spa',
  })
  app.addHook('onClose', () => vite.close())
  const open = { config: { may: 'everyone' as const } }
  app.get('/', open, (_request, reply) => reply.redirect('/ui/', 302))
  app.get('/ui', open, (_request, reply) => reply.redirect('/ui/', 302))
  app.get('/sw.js', open, async (_request, reply) => {
    const input = join(import.meta.dirname, '../../../web/sw.ts')
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      build: { write: false, minify: false, rolldownOptions: { input } },
    })
    const [worker] = 'output' in built ? built.output : []
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache')
    return worker?.code
  })
  app.get('/ui/*', open, (request, reply) => {
    reply.hijack()
    vite.middlewares(request.raw, reply.raw)
  })
}
