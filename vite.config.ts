// How the browser part is built: the app by itself, the page of all components only when asked for (KIT=1).
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
    // The first versions that know light-dark(): for older ones it would be taken apart into twice the style.
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    // One file for all screens: its rules stand in the same order whichever screen comes first.
    cssCodeSplit: false,
    // Everything is a file of its own: the answer header allows no data: address but for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: join(web, kit ? 'kit/index.html' : 'index.html'),
      output: {
        codeSplitting: {
          // Without these a list is more than a hundred files, each packed by itself.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 5 },
            { name: 'shared', minShareCount: 12, priority: 4 },
            // Neither a list nor the editor needs what a document is read with.
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
            // The timesheet needs these two, and no other part of a list.
            { name: 'pages', test: /lists\/use-list|ui\/pager/, minShareCount: 2, priority: 2 },
            // Loaded once a screen stands: one request instead of four.
            { name: 'push', test: /\/web\/(push|log-only|offline\/await-worker)\W/, priority: 2 },
            {
              name: 'editor',
              // With all that ProseMirror and its schema are made of: chunks that need each other cannot start.
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
 * The service worker, a build of its own: it must be one file at one address. It is told which files the app has, keeps
 * these, and is replaced when one of them has changed.
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
        // Pictures of the handbook are as heavy as all else together: without a network their words stand there.
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
