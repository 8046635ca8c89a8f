// How the browser part is built: the app by itself, the page of all components only when asked for (KIT=1).
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const web = join(import.meta.dirname, 'web')
const kit = process.env['KIT'] === '1'
const worker = join(web, 'sw.ts')

export default defineConfig({
  root: web,
  base: '/ui/',
  publicDir: 'public',
  cacheDir: join(import.meta.dirname, 'node_modules/.cache/vite'),
  plugins: [react()],
  build: {
    outDir: join(import.meta.dirname, kit ? 'dist/kit' : 'dist/web'),
    emptyOutDir: true,
    target: ['chrome120', 'safari17.4', 'firefox128'],
    // The first versions that know light-dark(): for older ones it would be taken apart into twice the style.
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    // Everything is a file of its own: the answer header allows no data: address but for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: kit
        ? join(web, 'kit/index.html')
        : { index: join(web, 'index.html'), ...(existsSync(worker) && { sw: worker }) },
      output: {
        // A service worker lives at one address for good; everything else is named by its content.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})
