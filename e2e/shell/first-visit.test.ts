import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { cast } from '#demo/cast.ts'
import { byWindow, withSteadyNames } from '#measure/first-files.ts'
import { setStage } from '../stage.ts'

const { as } = await setStage()

const root = join(import.meta.dirname, '../..')
const built = join(root, 'dist/web')
/**
 * Bytes of script, packed, that a screen may need before it can show itself, in the window that needs more. With the
 * hashes of a real build they are up to 300 more.
 */
const MOST = 95_300
/** Those that need more, and how much. */
const heavy: Record<string, number> = {
  '/chat': 94_900,
  '/audit': 99_300,
  '/chat/$/$': 105_000,
  '/docs': 99_000,
  '/docs/add': 101_700,
  '/docs/$/rename': 101_700,
  '/docs/$/edit_status': 101_700,
  '/docs/$/show': 109_750,
  '/docs/$/edit': 177_400,
  '/docs/$/active': 102_400,
  '/docs/$/people': 102_400,
  '/docs/$/versions': 102_400,
  '/docs/$/visibility': 99_100,
  '/find': 99_050,
  '/groups/create': 95_400,
  '/groups/$/rename': 95_400,
  '/happenings': 103_000,
  '/happenings/sync': 106_250,
  '/happenings/$/edit_status': 103_400,
  '/happenings/$/$/change_users': 100_150,
  '/happenings/$/$/timesheet': 112_600,
  '/happenings/$/$/timesheet on a phone': 111_750,
  '/operation': 96_200,
  '/integrations': 96_550,
  '/users/import': 99_050,
  '/users/invite': 97_550,
  '/users/$/email': 97_250,
  '/users/create': 97_250,
  '/users/sync': 99_450,
  '/users/$/rename': 97_250,
  '/users/$/change_privileges': 97_250,
  '/users/$/change_password': 97_250,
  '/users/$/sessions': 98_450,
  '/users/$/data': 99_600,
  '/groupassignments': 100_550,
  '/': 99_000,
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
  for (const [address, all] of await firstFiles())
    for (const { window, files } of byWindow(all)) {
      let sum = 0
      for (const file of files.filter((name) => name.endsWith('.js'))) {
        if (!sizes.has(file)) sizes.set(file, brotliCompressSync(withSteadyNames(await read(file))).length)
        sum += sizes.get(file) ?? 0
      }
      const most = heavy[address + window] ?? heavy[address] ?? MOST
      assert.ok(sum <= most, `${address}${window} needs ${sum} bytes, and may need ${most}`)
    }
})

/** Files of its own that an address may begin with. Small ones are packed worse, and asked for one by one. */
const FILES = 12

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
  ['/ui/users', 9],
  ['/ui/groups', 9],
  ['/ui/chat', 11],
  ['/ui/happenings', 11],
  ['/ui/happenings/1', 11],
  ['/ui/today', 12],
  ['/ui/shifts', 10],
  ['/ui/docs/1/show', 11],
  ['/ui/docs/1/edit', 11],
  ['/ui/happenings/1/1/timesheet', 15],
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
