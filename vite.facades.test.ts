import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rolldown } from 'vite'
import { passBy } from './vite.facades.ts'

const chunk = (fileName: string, code: string, more: Partial<Rolldown.OutputChunk> = {}) =>
  ({
    type: 'chunk',
    fileName,
    code,
    imports: [],
    dynamicImports: [],
    isEntry: false,
    ...more,
  }) as unknown as Rolldown.OutputChunk

function passed(...chunks: Rolldown.OutputChunk[]) {
  const bundle = Object.fromEntries(chunks.map((one) => [one.fileName, one]))
  const { generateBundle } = passBy() as unknown as {
    generateBundle: (options: unknown, bundle: unknown) => void
  }
  generateBundle({}, bundle)
  return bundle
}
const piece = chunk('assets/docs-2.js', 'export{a as t,b as $}')
const facade = chunk(
  'assets/doc-1.js',
  'import"./start-0.js";export{t as DocScreen,$ as load}from"./docs-2.js";',
)

test('whoever loads a file that only says where something is loads that at once', () => {
  const start = chunk('assets/start-0.js', 'f=["assets/doc-1.js"];x(()=>import(`./doc-1.js`))', {
    dynamicImports: ['assets/doc-1.js'],
  })
  const bundle = passed(start, facade, piece)
  assert.deepEqual(Object.keys(bundle), ['assets/start-0.js', 'assets/docs-2.js'])
  assert.equal(
    start.code,
    'f=["assets/docs-2.js"];x(()=>import(`./docs-2.js`).then(e=>({DocScreen:e.t,load:e.$})))',
  )
  assert.deepEqual(start.dynamicImports, ['assets/docs-2.js'])
})

test('a file that does something itself stays, and so does one that others are made with', () => {
  const own = chunk('assets/own-1.js', 'run();export{t as a}from"./docs-2.js";')
  const other = chunk('assets/other-3.js', 'import{a}from"./doc-1.js"', { imports: ['assets/doc-1.js'] })
  assert.equal(Object.keys(passed(own, facade, other, piece)).length, 4)
})

test('asked for in another way it ends the build', () => {
  const odd = chunk('assets/odd-1.js', "import('./doc-1.js')")
  assert.throws(() => passed(odd, facade, piece), /odd-1\.js still asks for doc-1\.js/)
})
