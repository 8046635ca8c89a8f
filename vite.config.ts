// How the browser part is built: the app by itself, the page of all components only when asked for (KIT=1).
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { passBy } from './vite.facades.ts'
import { handbookPlugin } from './vite.handbook.ts'
import { leaveOutOfLibraries } from './vite.leave-out.ts'
import { never } from './vite.never.ts'
import { groups, tellServer } from './vite.pieces.ts'
import { takeReactApart } from './vite.react.ts'

const web = join(import.meta.dirname, 'web')
const kit = process.env['KIT'] === '1'

export default defineConfig({
  root: web,
  base: '/ui/',
  publicDir: 'public',
  cacheDir: join(import.meta.dirname, 'node_modules/.cache/vite'),
  plugins: [
    takeReactApart(),
    react(),
    handbookPlugin(),
    ...(kit ? [] : [leaveOutOfLibraries(never), tellServer()]),
    passBy(),
    tellWorker(),
  ],
  resolve: {
    // React has had since 18 what this stands in for.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  // Without the number of the line, which no packing makes small.
  css: { modules: { generateScopedName: (name, file) => `${name}_${hashOf(file)}` } },
  build: {
    outDir: join(import.meta.dirname, kit ? 'dist/kit' : 'dist/web'),
    emptyOutDir: true,
    target: ['chrome120', 'safari17.4', 'firefox128'],
    // The first versions that know light-dark(): for older ones it would be taken apart into twice the style.
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    // Everything is a file of its own: the answer header allows no data: address but for images.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What every page has is there before anything is loaded.
      resolveDependencies: (_file, needed) => needed.filter((name) => !name.startsWith('assets/start-')),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      input: kit ? join(web, 'kit/index.html') : { index: join(web, 'index.html'), sw: join(web, 'sw.ts') },
      output: {
        // A service worker lives at one address for good; everything else is named by its content. The first file
        // tells the names of all others, and no packing makes a hash small: as few characters as the bundler takes,
        // and of sixteen signs each takes half a byte. Two contents of one name share a hash once in 268 million.
        hashCharacters: 'hex',
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash:7].js'),
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: kit ? true : { groups: groups() },
      },
    },
  },
})

/** Tells files of the same name apart; the same on every machine. */
const hashOf = (file: string) =>
  createHash('sha256').update(relative(web, file)).digest('base64url').slice(0, 3)

/** Tells the service worker which files the build has: it keeps these, and goes when one of them has changed. */
function tellWorker(): Plugin {
  return {
    name: 'tell-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js']
      if (worker?.type !== 'chunk') return
      if (worker.imports.length > 0)
        throw new Error(`sw.js must be one file, but imports ${worker.imports.join()}`)
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
        if (file && file !== worker) add(name, file.type === 'chunk' ? file.code : file.source)
      }
      const open = join(web, 'public')
      for (const name of readdirSync(open).sort()) add(name, readFileSync(join(open, name)))
      const version = hash.digest('hex').slice(0, 16)
      worker.code = `const BUILD=${JSON.stringify({ version, files })};${worker.code}`
    },
  }
}
