// Swagger UI over /openapi.json, for administrators. A page of its own, since it needs innerHTML, which the
// app's CSP forbids.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { version } from '#server/version.ts'

/** Icons are data: URLs in the style sheet, and requests go to this server only. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const page = `<!doctype html>
<html lang="de">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Schnittstelle</title>
  <link rel="icon" href="/ui/icon.svg">
  <link rel="stylesheet" href="/api/swagger-ui.css?${version}">
  <link rel="stylesheet" href="/api/page.css?${version}">
  <script src="/api/scheme.js?${version}"></script>
</head>
<body>
  <header>
    <a href="/ui/profile">Zurück zum Profil</a>
    <h1>Schnittstelle</h1>
    <span>Fassung ${version}</span>
    <a href="/openapi.json">openapi.json</a>
  </header>
  <main id="calls"></main>
  <script src="/api/swagger-ui-bundle.js?${version}"></script>
  <script src="/api/start.js?${version}"></script>
</body>
</html>
`

const style = `
body { margin: 0; font-family: system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: center; max-width: 1460px; margin: auto; padding: 0.5rem 20px; box-sizing: border-box; }
header h1 { font-size: 1.5rem; margin: 0; }
header a { color: #0b6b62; padding: 0.75rem 0; }
.swagger-ui .info { display: none; }
.swagger-ui .scheme-container { padding: 12px 0; }
html.dark-mode { background: #1c2022; color: #e4e6e6; color-scheme: dark; }
html.dark-mode header a { color: #6fcfc3; }
@media (max-width: 40rem) {
  .swagger-ui .wrapper { padding: 0 8px; }
  .swagger-ui .opblock .opblock-summary-path { max-width: none; }
}
`

/** The theme as in the app: chosen in the profile, or the device's. */
const themeScript = `
const chosen = localStorage.getItem('scheme')
const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.classList.toggle('dark-mode', isDark)
`

/** Only reads can be tried out, so that a slip changes nothing. */
const startScript = `
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#calls',
  docExpansion: 'none',
  deepLinking: true,
  filter: true,
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: ['get'],
  validatorUrl: null,
})
`

export function serveReference(app: FastifyInstance) {
  const serve = (path: string, type: string, content: () => string | Promise<Buffer>) =>
    app.get(path, { config: { may: 'admin' } }, async (_request, reply: FastifyReply) => {
      reply.type(`${type}; charset=utf-8`).header('content-security-policy', policy)
      // URLs of the assets contain the version, so browsers may cache them.
      if (path !== '/api/') reply.header('cache-control', 'private, max-age=86400')
      return content()
    })
  serve('/api/', 'text/html', () => page)
  serve('/api/page.css', 'text/css', () => style)
  serve('/api/scheme.js', 'text/javascript', () => themeScript)
  serve('/api/start.js', 'text/javascript', () => startScript)
  serve('/api/swagger-ui.css', 'text/css', () => readSwaggerFile('swagger-ui.css'))
  serve('/api/swagger-ui-bundle.js', 'text/javascript', () => readSwaggerFile('swagger-ui-bundle.js'))
}

const readSwaggerFile = (name: string) =>
  readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)))
