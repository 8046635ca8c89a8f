import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { never } from './vite.never.ts'

const root = import.meta.dirname
const ours = globSync('web/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.|[/\\]kit[/\\]/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
const REACT = 'react-dom/cjs/react-dom-client.production.js'
/** `.name` of what is always undefined. */
const membersOf = (script: string) =>
  Object.entries(never[script]?.is ?? {}).flatMap(([name, value]) =>
    /^\.\w+$/.test(name) && value === 'undefined' ? [name.slice(1)] : [],
  )
const says = (what: RegExp) => ours.filter(({ text }) => what.test(text)).map(({ file }) => file)

test('nobody takes from React what is left out of it', () => {
  const gone = [
    'Activity',
    'Profiler',
    'SuspenseList',
    'ViewTransition',
    'addTransitionType',
    'hydrateRoot',
    'preconnect',
    'prefetchDNS',
    'preinit',
    'preinitModule',
    'preload',
    'preloadModule',
    'requestFormReset',
    'useFormStatus',
    ...(never[REACT]?.methods ?? []),
  ]
  const imports = ours.flatMap(({ text }) => [
    ...text.matchAll(/import \{([^}]+)\} from '(?:react|react-dom)(?:\/\w+)?'/g),
  ])
  const taken = imports.flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/^type /, '')),
  )
  assert.ok(taken.includes('useState'))
  assert.deepEqual(
    taken.filter((name) => gone.includes(name)),
    [],
  )
})

test('forms, fragments and elements are given nothing that React would have to take care of', () => {
  assert.deepEqual(says(/<(form|button|input)\b[^>]*\s(action|formAction)=/), [])
  assert.deepEqual(says(/<Fragment[^>]*\sref=/), [])
  assert.deepEqual(says(/<(link|meta|script|style)[\s>]/), [])
  assert.deepEqual(says(/<[a-z]+-[a-z]+[\s>]/), [])
})

test('nobody writes a class with a life of its own', () => {
  const words = membersOf(REACT)
  assert.ok(words.includes('componentDidMount'))
  assert.deepEqual(says(new RegExp(`\\b(${words.join('|')})\\b|extends (React\\.)?(Pure)?Component\\b`)), [])
})

test('no route is given what the router is told that it never has', () => {
  const words = Object.keys(never)
    .filter((script) => script.includes('router'))
    .flatMap(membersOf)
  const given = [...words.filter((word) => !word.startsWith('_')), 'caseSensitive']
  assert.ok(given.includes('notFoundRoute'))
  const routes = ours.filter(({ text }) => /create(Root)?(Route|Router)\(/.test(text))
  assert.ok(routes.length > 5)
  const found = routes.filter(({ text }) =>
    new RegExp(`^\\s*(${given.join('|')})\\b\\s*[:(,]`, 'm').test(text),
  )
  assert.deepEqual(
    found.map(({ file }) => file),
    [],
  )
})

test('links lead within the app, and look and load like all others', () => {
  const given = [
    'activeProps',
    'inactiveProps',
    'explicitUndefined',
    'includeHash',
    'preloadDelay',
    'defaultPreloadDelay',
    'mask',
    'viewTransition',
    'defaultViewTransition',
    'defaultStructuralSharing',
    'structuralSharing',
    'fuzzy',
    'unsafeRelative',
  ]
  assert.deepEqual(says(new RegExp(`\\b(${given.join('|')})\\b\\s*[=:]`)), [])
  assert.deepEqual(says(/\bto=["{'\s]*(?:[a-z]+:|\/\/)/), [])
  assert.deepEqual(says(/\b(?:p|defaultP)reload\b\s*[=:]\s*["']?viewport/), [])
})

test('the router puts each screen back to where it stood, and nobody tells it how', () => {
  assert.deepEqual(says(/^ {2}scrollRestoration: true,$/m), ['web/routes.ts'])
  assert.deepEqual(says(/hashScrollIntoView|scroll-restoration-id|ScrollRestoration\b/i), ['web/routes.ts'])
})
