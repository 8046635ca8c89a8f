import type { FastifyInstance } from 'fastify'

/** In development the browser part comes from its sources, by Vite inside this process. */
export async function serveWebSources(app: FastifyInstance) {
  const { createServer } = await import('vite')
  const vite = await createServer({
    // Its reload socket gets a port of its own: sharing the server's upgrades with ours breaks both.
    server: { middlewareMode: true, hmr: { port: 24_678 } },
    appType: 'spa',
  })
  app.addHook('onClose', () => vite.close())
  const open = { config: { may: 'everyone' as const } }
  app.get('/', open, (_request, reply) => reply.redirect('/ui/', 302))
  app.get('/ui', open, (_request, reply) => reply.redirect('/ui/', 302))
  app.get('/ui/*', open, (request, reply) => {
    reply.hijack()
    vite.middlewares(request.raw, reply.raw)
  })
}
