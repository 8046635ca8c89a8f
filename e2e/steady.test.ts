// Screens load in pieces, on a slow network one after the other. Meanwhile, nothing that can be pressed may move.
import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { phone, setStage } from './stage.ts'

const { as, db, kontor } = await setStage()
answerOneByOne(kontor.app.server)

const doc = await db.selectFrom('docs').where('status', '=', 'Aktiv').select('id').executeTakeFirstOrThrow()
const user = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
const group = await db.selectFrom('groups').select('id').executeTakeFirstOrThrow()
const team = await db
  .selectFrom('subhappenings')
  .select(['happening_id as id', 'id as sub'])
  .executeTakeFirstOrThrow()

/** Screens that wait for more than one answer, or for a part of the app. */
const paths = [
  '/ui/docs',
  `/ui/docs/${doc.id}/show`,
  `/ui/docs/${doc.id}/edit`,
  `/ui/docs/${doc.id}/people`,
  `/ui/users/${user.id}/person`,
  `/ui/happenings/${team.id}/${team.sub}/timesheet`,
  `/ui/chat/groups/${group.id}`,
  '/ui/today',
]

test('nothing that can be pressed moves while a screen comes piece by piece', async () => {
  const page = await as(cast.clara, '/sw.js', { ...phone, reducedMotion: 'no-preference', prepare: watch })
  await keepNothing(page)
  const found: string[] = []
  const open = async (screen: string) => {
    await page.goto(screen)
    await page.locator('main :is(h1, h2):visible, dialog[open]').first().waitFor()
    await page.waitForLoadState('networkidle')
    const moved = await page.evaluate(() => [...(globalThis as unknown as Watching).moved])
    found.push(...moved.map((one) => `${screen}: ${one}`))
  }
  for (const screen of paths) await open(screen)
  // With reduced motion, rules of the style sheet must not animate while it loads.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(`/ui/docs/${doc.id}/edit`)
  assert.deepEqual(found, [])
})

type Watching = { moved: Set<string> }

/** Checks the positions of everything that can be pressed again and again, and records what has moved. */
async function watch(context: BrowserContext) {
  await context.addInitScript(() => {
    // In ms. Nobody presses something new sooner after it has appeared.
    const PAUSE = 50
    // In px. Tolerates the change of a line when its font has loaded.
    const TOLERATED = 4
    const moved = new Set<string>()
    Object.assign(globalThis, { moved })
    const places = new Map<Element, DOMRect>()
    const look = () => {
      // Dialogs that are still sliding in are skipped: nobody presses them yet.
      const gliding = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).target)
      // The chat's log is skipped: it is scrolled to its end, whatever loads above.
      for (const each of document.querySelectorAll(
        ':is(a, button, input, select, textarea, summary):not([role="log"] *)',
      )) {
        const place = each.getBoundingClientRect()
        const before = places.get(each)
        if (place.width === 0 || getComputedStyle(each).visibility === 'hidden') continue
        if (gliding.some((one) => one?.matches('dialog') && one.contains(each))) continue
        places.set(each, place)
        if (before && Math.hypot(place.x - before.x, place.y - before.y) > TOLERATED)
          moved.add(
            `${each.getAttribute('aria-label') ?? each.textContent?.slice(0, 40)} from ${before.x}, ${before.y} to ${place.x}, ${place.y}`,
          )
      }
      setTimeout(() => requestAnimationFrame(look), PAUSE)
    }
    requestAnimationFrame(look)
  })
}

/** Delays each answer by another time, so that all orders of arrival occur. */
function answerOneByOne(server: Server) {
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  let count = 0
  server.on('request', (request, response) => {
    const answer = () => {
      for (const listener of listeners) listener.call(server, request, response)
    }
    if (request.headers['sec-fetch-dest'] === 'document') answer()
    else setTimeout(answer, (count++ * 137) % 500)
  })
}

/** Like a first visit, without cache. */
async function keepNothing(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
}
