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
 * Bytes of script, packed, that a screen may need before it can show itself, in the window that needs more. With the hashes of
 * a real build they are up to 300 more.
 */
const MOST = 95_300
/** Those that need more, and how much. */
const heavy: Record<string, number> = {
  '/chat': 94_800,
  '/audit': 99_250,
  '/chat/$/$': 104_950,
  '/docs': 98_950,
  '/docs/add': 101_650,
  '/docs/$/rename': 101_650,
  '/docs/$/edit_status': 101_650,
  '/docs/$/show': 109_700,
  '/docs/$/edit': 177_300,
  '/docs/$/active': 102_350,
  '/docs/$/people': 102_350,
  '/docs/$/versions': 102_350,
  '/docs/$/visibility': 99_000,
  '/find': 98_950,
  '/groups/create': 95_350,
  '/groups/$/rename': 95_350,
  '/happenings': 102_950,
  '/happenings/sync': 106_150,
  '/happenings/$/edit_status': 103_350,
  '/happenings/$/$/change_users': 100_050,
  '/happenings/$/$/timesheet': 112_550,
  '/happenings/$/$/timesheet on a phone': 111_700,
  '/operation': 96_150,
  '/integrations': 96_500,
  '/profile': 100_250,
  '/users/import': 99_000,
  '/users/invite': 97_500,
  '/users/$/email': 97_200,
  '/users/create': 97_200,
  '/users/sync': 99_400,
  '/users/$/rename': 97_200,
  '/users/$/change_privileges': 97_200,
  '/users/$/change_password': 97_200,
  '/users/$/sessions': 98_400,
  '/users/$/data': 99_500,
  '/groupassignments': 100_500,
  '/': 98_950,
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
