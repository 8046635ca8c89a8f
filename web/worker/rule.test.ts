import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FetchRule, ruleFor } from './rule.ts'

const origin = 'https://kontor.example'
const files = ['/ui/', '/ui/assets/index-1.js', '/ui/icon.svg']

const table: [rule: FetchRule | undefined, path: string, mode?: string, method?: string][] = [
  ['page', '/ui/', 'navigate'],
  ['page', '/ui/docs/7/show?page=1', 'navigate'],
  ['page', '/ui/chat/groups/3', 'navigate'],
  ['named by its content', '/ui/assets/index-1.js', 'cors'],
  ['named by its content', '/ui/assets/gone-2.js', 'cors'],
  ['file', '/ui/icon.svg', 'no-cors'],
  [undefined, '/ui/manifest.webmanifest', 'cors'],
  [undefined, '/ui/', 'cors'],
  ['to the page', '/', 'navigate'],
  ['to the page', '/ui', 'navigate'],
  ['call', '/', 'cors'],
  [undefined, '/uitest/', 'navigate'],
  ['call', '/users/current/', 'cors'],
  ['call', '/status/', 'cors'],
  [undefined, '/docs/7.pdf', 'navigate'],
  ['call', '/chat/groups/3/images/1/', 'no-cors'],
  [undefined, '/ui/docs', 'navigate', 'POST'],
  [undefined, '/users/current/', 'cors', 'PATCH'],
  [undefined, 'https://elsewhere.example/ui/assets/index-1.js', 'cors'],
]

test('the app’s own page and files and its calls are seen to, and nothing else', () => {
  for (const [rule, path, mode = 'cors', method = 'GET'] of table) {
    const url = new URL(path, origin).href
    assert.equal(ruleFor({ method, mode, url }, origin, files), rule, `${method} ${path} (${mode})`)
  }
})
