// Build of the browser part: the app, or with KIT=1 the page of all components.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { handbookPlugin } from './vite.handbook.ts'

const web = join(import.meta.dirname, 'web')
const kit = process.env['KIT'] === '1'

export default defineConfig({
  root: web,
  base: '/ui/',
  publicDir: 'public',
  cacheDir: join(import.meta.dirname, 'node_modules/.cache/vite'),
  plugins: [react(), handbookPlugin(), ...(kit ? [] : [serviceWorker()])],
  build: {
    outDir: join(import.meta.dirname, kit ? 'dist/kit' : 'dist/web'),
    emptyOutDir: true,
    target: ['chrome120', 'safari17.4', 'firefox128'],
    // First versions with light-dark(). For older targets the build expands it, which doubles the style sheet.
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    // One style sheet for all screens, so that the order of rules does not depend on which screen is opened first.
    cssCodeSplit: false,
    // Inlines nothing: the Content-Security-Policy allows data: URLs only for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: join(web, kit ? 'kit/index.html' : 'index.html'),
      output: {
        codeSplitting: {
          // Without these groups, a list screen loads more than a hundred files, each compressed by itself.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 5 },
            { name: 'shared', minShareCount: 12, priority: 4 },
            // Code for reading documents has chunks of its own, since neither lists nor the editor need it.
            { name: 'document', test: /\/contract\/document\/(?!schema)/, minShareCount: 2, priority: 3 },
            {
              name: 'reading',
              test: /\/web\/docs\/(read|pictures)\//,
              minShareCount: 2,
              priority: 3,
              includeDependenciesRecursively: false,
            },
            // Documents, search and chats have these in common. Within 'docs' a chat would load the documents, too.
            { name: 'search', test: /\/(matches|mark|lightbox)\.ts/, minShareCount: 2, priority: 3 },
            { name: 'docs', test: /\/web\/docs\/(?!editor|hand-in|people)/, minShareCount: 2, priority: 2 },
            {
              name: 'lists',
              test: /\/web\/(lists\/(?!use-list)|ui\/(table|filter|row)\W)/,
              minShareCount: 2,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            // Apart from 'lists': the timesheet's own chunk needs only these two; its table or list of rows loads the rest.
            { name: 'pages', test: /lists\/use-list|ui\/pager/, minShareCount: 2, priority: 2 },
            // One request instead of four. Most screens load it once they stand; „Heute“, chats and the profile need parts of it.
            { name: 'push', test: /\/web\/(push|log-only|offline\/await-worker)\W/, priority: 2 },
            {
              name: 'editor',
              // Includes all modules of ProseMirror and its schema: in separate chunks they would import each
              // other and fail to start.
              test: /prosemirror|orderedmap|rope-sequence|w3c-keyname|document\/schema\.ts|ui\/toolbar|docs\/editor\//,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})

/**
 * Builds the service worker separately, because it has to be a single file at a fixed address. The list of the
 * app's files and a hash of their content are compiled into it, so any changed file makes a new worker.
 */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const hash = createHash('sha256')
      const files = ['/ui/']
      const add = (name: string, content: string | Uint8Array) => {
        hash.update(name).update(content)
        // Pictures of the handbook (.webp) are not cached: they are as large as all other files together.
        // Offline, their alternative text is shown.
        const isKept = name.startsWith('assets/') || /\.(png|svg)$/.test(name)
        if (isKept && !name.endsWith('.webp')) files.push(`/ui/${name}`)
      }
      for (const name of Object.keys(bundle).sort()) {
        const file = bundle[name]
        if (file) add(name, file.type === 'chunk' ? file.code : file.source)
      }
      const open = join(web, 'public')
      for (const name of readdirSync(open).sort()) add(name, readFileSync(join(open, name)))
      const version = hash.digest('hex').slice(0, 16)
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        define: { BUILD: JSON.stringify({ version, files }) },
        build: { write: false, rolldownOptions: { input: join(web, 'sw.ts') } },
      })
      const [worker] = 'output' in built ? built.output : []
      if (worker) this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker.code })
    },
  }
}
