import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { cast } from '#demo/cast.ts'
import { setStage } from '../stage.ts'

const { as } = await setStage()

const root = join(import.meta.dirname, '../..')
const built = join(root, 'dist/web')
/** Bytes of script, packed, that a screen may need before it can show itself. */
const MOST = 113_000
/** Those that need more, and how much. */
const heavy: Record<string, number> = {
  '/audit': 123_000,
  '/chat': 118_800,
  '/chat/$/$': 130_050,
  '/docs': 118_500,
  '/docs/add': 123_100,
  '/docs/$/rename': 123_100,
  '/docs/$/edit_status': 123_100,
  '/docs/$': 118_500,
  '/docs/$/show': 137_900,
  '/docs/$/edit': 205_000,
  '/docs/$/active': 124_500,
  '/docs/$/people': 124_500,
  '/docs/$/versions': 124_500,
  '/docs/$/visibility': 123_500,
  '/find': 121_400,
  /** Its chapters come when they are read. */
  '/help': 118_500,
  '/groups': 117_500,
  '/groups/create': 121_000,
  '/groups/$/rename': 121_000,
  '/happenings': 126_000,
  '/happenings/sync': 129_500,
  '/happenings/$/edit_status': 126_500,
  '/happenings/$': 121_000,
  '/happenings/$/$/change_users': 125_000,
  '/happenings/$/$/timesheet': 140_000,
  '/operation': 121_500,
  '/integrations': 121_400,
  '/retention': 117_000,
  '/login': 115_900,
  '/login/$': 114_400,
  '/invitation': 116_400,
  '/api': 113_500,
  '/profile': 125_150,
  '/logout': 116_050,
  '/shifts': 115_000,
  '/today': 115_150,
  '/users': 118_200,
  '/users/import': 125_300,
  '/users/invite': 122_650,
  '/users/$/email': 122_500,
  '/users/create': 122_500,
  '/users/sync': 124_950,
  '/users/$': 118_200,
  '/users/$/rename': 122_500,
  '/users/$/change_privileges': 122_500,
  '/users/$/change_password': 122_500,
  '/users/$/person': 119_150,
  '/users/$/sessions': 123_400,
  '/users/$/data': 124_950,
  '/groupassignments': 124_500,
  '/': 118_500,
}

const read = (name: string) => readFile(join(built, name), 'utf8')

/** A phone fetches another picture of a list than a desk, one of them beside the others. */
const isForSomeWindows = (file: string) => file.includes(' ')

/** What each address begins with: what every page has, and its own. */
async function firstFiles(): Promise<Map<string, string[]>> {
  const everywhere = [...(await read('index.html')).matchAll(/\/ui\/(assets\/[^"]+)/g)].map(
    ([, name]) => name,
  )
  const own = JSON.parse(await read('first-files.json')) as Record<string, string[]>
  return new Map(
    Object.entries(own).map(([address, files]) => [address, [...everywhere, ...files] as string[]]),
  )
}

test('the script of each address stays within its bytes', async () => {
  const sizes = new Map<string, number>()
  for (const [address, files] of await firstFiles()) {
    let sum = 0
    for (const file of files.filter((name) => name.endsWith('.js'))) {
      if (!sizes.has(file)) sizes.set(file, brotliCompressSync(await read(file)).length)
      sum += sizes.get(file) ?? 0
    }
    const most = heavy[address] ?? MOST
    assert.ok(sum <= most, `${address} needs ${sum} bytes, and may need ${most}`)
  }
})

/** Files of its own that an address may begin with. Small ones are packed worse, and asked for one by one. */
const FILES = 14

test('no address begins with a carpet of small files', async () => {
  const own = JSON.parse(await read('first-files.json')) as Record<string, string[]>
  for (const [address, all] of Object.entries(own)) {
    const files = all.filter((file) => !isForSomeWindows(file))
    assert.ok(files.length <= FILES, `${address} begins with ${files.length}:\n${files.join('\n')}`)
  }
})

test('each address begins with the files of its screens, and a dialog with those of what it lies over', async () => {
  const files = await firstFiles()
  for (const [dialog, list] of [
    ['/docs/add', '/docs'],
    ['/users/$/rename', '/users'],
    ['/chat/$/$', '/chat'],
  ] as const)
    for (const file of files.get(list) ?? [])
      assert.ok(files.get(dialog)?.includes(file), `${dialog}: ${file}`)
  assert.deepEqual(files.get('/'), files.get('/docs'))
  assert.ok(files.get('/happenings/$/$/timesheet')?.some((file) => file.includes('timesheet')))
})

const visits: [address: string, most: number][] = [
  ['/ui/docs', 9],
  ['/ui/users', 10],
  ['/ui/groups', 10],
  ['/ui/chat', 12],
  ['/ui/happenings', 13],
  ['/ui/happenings/1', 12],
  ['/ui/today', 15],
  ['/ui/shifts', 10],
  ['/ui/docs/1/show', 20],
  ['/ui/docs/1/edit', 21],
  ['/ui/happenings/1/1/timesheet', 24],
]
for (const [address, most] of visits)
  test(`a first visit to ${address} takes few requests, and asks for nothing twice or in vain`, async () => {
    const asked: string[] = []
    const unused: string[] = []
    const page = await as(cast.clara, address, {
      prepare: (context) => {
        context.on('request', (request) => void asked.push(request.url().replace(/^https?:..[^/]+/, '')))
        context.on('console', (message) => {
          if (message.text().includes('preloaded')) unused.push(message.text())
        })
      },
    })
    await page.locator('main h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    assert.deepEqual(asked.toSorted(), [...new Set(asked)].toSorted())
    assert.ok(asked.length <= most, asked.join('\n'))
    // A browser complains of what it was told to fetch and nobody took, some seconds later.
    await page.waitForTimeout(4_000)
    assert.deepEqual(unused, [])
  })
