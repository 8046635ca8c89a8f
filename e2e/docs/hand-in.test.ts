import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  checkboxField,
  numberField,
  paragraph,
  processOf,
  section,
  textareaField,
} from '#contract/document/build.ts'
import { cast } from '#demo/cast.ts'
import { onlyForGroups } from '#server/testing/docs.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { keptKeys } from '../kept-work.ts'
import { moment } from '../patience.ts'
import { phone, setStage } from '../stage.ts'
import { endRoute } from '../steps.ts'
import { saved } from './reading-stage.ts'

const { as, call, publish } = await setStage()

const content = processOf(
  section(
    'Unterweisung',
    paragraph('Teilnehmende ', numberField('Teilnehmende')),
    paragraph(textareaField('Fragen')),
  ),
)
const published = (name: string, hand_in: 'plain' | 'signed', shownContent = content) =>
  publish(shownContent, { name, hand_in, ...onlyForGroups('Bühne') })
const show = (id: number) => `/ui/docs/${id}/show`
const ownOf = async (page: Page, id: number) =>
  (await call(page, 'GET', `/docs/${id}/currentuserdata/`)) as {
    data: Record<string, unknown>
    handed_in_at: string | null
  }
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Abgeben?' })
const opener = (page: Page) => page.getByRole('button', { name: 'Abgeben …' })
const submit = (page: Page) => dialogOf(page).getByRole('button', { name: 'Abgeben', exact: true })
async function handIn(page: Page) {
  await opener(page).click()
  await submit(page).click()
}
const waits = (page: Page) => page.getByText(/^Wird abgegeben, sobald/)
/** A window focus refetches outdated data. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))
/** Shown in the bar, or at the end of the document if there is no bar. */
const handedIn = (page: Page) => page.getByText(/^Abgegeben am \d/)
async function sign(page: Page) {
  const pad = dialogOf(page).getByRole('img', { name: 'Unterschrift' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + 30, box.y + 30)
  await page.mouse.down()
  for (const [x, y] of [
    [90, 60],
    [120, 20],
    [200, 50],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y)
  await page.mouse.up()
}

test('a process is handed in within two clicks, saying what is empty; it is locked then, and open again once taken back', async () => {
  const id = await published('Brandschutz', 'plain')
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Teilnehmende').fill('12')
  await opener(page).click()
  const dialog = dialogOf(page)
  await dialog.getByText('1 von 2 Feldern ist noch leer:').waitFor()
  assert.deepEqual(await dialog.getByRole('listitem').allInnerTexts(), ['Fragen'])
  await dialog.getByRole('button', { name: 'Fragen' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByLabel('Fragen').and(page.locator(':focus')).waitFor()
  await opener(page).click()
  await dialog.getByRole('button', { name: 'Abgeben', exact: true }).click()
  await handedIn(page).waitFor()
  await page.getByText('Abgegeben. Ihre Angaben sind gesperrt.').waitFor()
  // The PDF of one's own answers is offered where one has just handed them in.
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Meine Angaben als PDF' }).click(),
  ])
  assert.match(paper.url(), new RegExp(`/docs/${id}\\.pdf$`))
  await page
    .getByLabel('Überblick')
    .getByText(/^Abgegeben am \d\d\.\d\d\.\d{4} \d\d:\d\d$/)
    .waitFor()
  assert.deepEqual((await ownOf(page, id)).data, { Teilnehmende: 12 })
  assert.equal(await page.getByLabel('Fragen').getAttribute('readonly'), '')

  await page.getByRole('link', { name: 'Prozesse' }).first().click()
  await page.getByRole('row').filter({ hasText: 'Brandschutz' }).getByText('Abgegeben').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Abgabe zurücknehmen' }).click()
  await opener(page).waitFor()
  await page.getByLabel('Fragen').fill('keine')
  await page.getByLabel('Fragen').blur()
  await until(async () => (await ownOf(page, id)).data['Fragen'] === 'keine', 'stored again')
})

test('it is signed by a typed name or by drawing, where a second finger draws nothing, a pen goes before the hand, and a tap is no signature; the administrator sees how', async () => {
  const id = await published('Schlüsselübergabe', 'signed')
  const page = await as(cast.anna, show(id), phone)
  await opener(page).click()
  await submit(page).and(page.locator(':disabled')).waitFor()
  const dialog = dialogOf(page)
  const pad = dialog.getByRole('img', { name: 'Unterschrift' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  assert.ok(box)
  const devices = await page.context().newCDPSession(page)
  const at = (x: number, y: number) => ({ x: box.x + box.width * x, y: box.y + box.height * y })
  const touch = (...points: { x: number; y: number }[]) =>
    devices.send('Input.dispatchTouchEvent', {
      type: points.length > 0 ? 'touchMove' : 'touchEnd',
      touchPoints: points.map((point, id) => ({ ...point, id })),
    })
  const press = (...points: { x: number; y: number }[]) =>
    devices.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: points.map((point, id) => ({ ...point, id })),
    })
  const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', point: { x: number; y: number }) =>
    devices.send('Input.dispatchMouseEvent', {
      type,
      ...point,
      button: 'left',
      buttons: 1,
      clickCount: 1,
      pointerType: 'pen',
    })
  /** Start, end and rightmost point of each stroke, in tenths of the width. */
  const drawn = async () =>
    ((await pad.locator('path').getAttribute('d')) ?? '')
      .split('M')
      .slice(1)
      .map((stroke) => stroke.split('L').map((point) => Math.round(Number(point.split(' ')[0]) / 60)))
      .map((tenths) => [tenths[0], tenths.at(-1), Math.max(...tenths)])

  await press(at(0.1, 0.5))
  await touch(at(0.2, 0.5))
  await press(at(0.2, 0.5), at(0.9, 0.5))
  await touch(at(0.2, 0.5), at(0.8, 0.6))
  await touch(at(0.2, 0.5))
  await touch(at(0.4, 0.5))
  await touch()
  assert.deepEqual(await drawn(), [[1, 4, 4]])

  await dialog.getByRole('button', { name: 'Neu zeichnen' }).tap()
  await press(at(0.9, 0.8))
  await pen('mousePressed', at(0.1, 0.3))
  await touch(at(0.9, 0.9))
  await pen('mouseMoved', at(0.5, 0.3))
  await pen('mouseReleased', at(0.5, 0.3))
  await touch()
  assert.deepEqual(await drawn(), [[1, 5, 5]])

  await dialog.getByRole('button', { name: 'Neu zeichnen' }).tap()
  await pad.tap()
  await submit(page).and(page.locator(':disabled')).waitFor()

  await sign(page)
  await expectAccessibleInBothSchemes(page, 'dialog[open]')
  await submit(page).click()
  await handedIn(page).waitFor()
  await page.getByRole('img', { name: 'Ihre Unterschrift' }).waitFor()

  await call(cast.bruno, 'POST', `/docs/${id}/currentuserdata/hand_in/`, {
    signature: { name: 'Bruno Castell' },
  })

  const clara = await as(cast.clara, `/ui/docs/${id}/people?state=`)
  await clara.getByRole('button', { name: 'Berger, Anna', exact: true }).click()
  await clara.getByRole('img', { name: 'Unterschrift von Anna Berger' }).waitFor()
  await clara.keyboard.press('Escape')
  await clara.getByRole('button', { name: 'Castell, Bruno', exact: true }).click()
  await clara.getByRole('dialog').getByText('Bruno Castell', { exact: true }).nth(1).waitFor()
  await clara.goto(`/ui/docs/${id}/active?fill_status=all`)
  await clara.getByRole('columnheader', { name: 'Abgegeben am' }).waitFor()
})

test('what is handed in without a network waits, survives a reload, and goes out behind the answers', async () => {
  const id = await published('Lagerliste', 'plain')
  const page = await as(cast.anna, show(id))
  await opener(page).waitFor()
  const asked: string[] = []
  let isAway = true
  await page.route('**/currentuserdata/**', (route) => {
    const method = route.request().method()
    if (method === 'GET') return route.continue()
    if (isAway) return route.abort()
    asked.push(`${method} ${new URL(route.request().url()).pathname}`)
    return route.continue()
  })
  await page.getByLabel('Teilnehmende').fill('7')
  await handIn(page)
  await waits(page).waitFor()
  await page.reload()
  await waits(page).waitFor()
  assert.equal((await ownOf(page, id)).handed_in_at, null)
  isAway = false
  await page.reload()
  await handedIn(page).waitFor()
  const { data, handed_in_at } = await ownOf(page, id)
  assert.deepEqual(data, { Teilnehmende: 7 })
  assert.ok(handed_in_at)
  const path = `/docs/${id}/currentuserdata/`
  assert.deepEqual(asked, [`PATCH ${path}`, `POST ${path}hand_in/`])
})

test('what one window calls off no other hands in, and what is pressed anew goes out as it was made last, from whichever window', async () => {
  const id = await published('Übergabe', 'signed')
  const page = await as(cast.anna, show(id))
  const context = page.context()
  const handInAs = async (name: string) => {
    await opener(page).click()
    await dialogOf(page).getByLabel('Oder Ihr Name').fill(name)
    await submit(page).click()
    await waits(page).waitFor()
  }
  const callOff = page.getByRole('button', { name: 'Doch nicht abgeben' })
  const refuse = (to: Pick<Page, 'route'>) => to.route('**/hand_in/', (route) => route.abort())
  const network = (window: Page) => window.evaluate(() => dispatchEvent(new Event('online')))
  await opener(page).waitFor()
  await refuse(context)
  await handInAs('Anna')
  const other = await context.newPage()
  await other.goto(show(id))
  await waits(other).waitFor()
  await callOff.click()
  await opener(page).waitFor()
  await endRoute(context, '**/hand_in/')
  await network(other)
  await opener(other).waitFor()
  assert.equal((await ownOf(page, id)).handed_in_at, null)

  await refuse(context)
  await handInAs('Anna')
  await other.reload()
  await waits(other).waitFor()
  await callOff.click()
  await refuse(page)
  // Waits for the refused request: one that is still held when the route ends would never be answered.
  const refused = context.waitForEvent('requestfailed')
  await handInAs('Anna Berger')
  await refused
  await endRoute(context, '**/hand_in/')
  await network(other)
  await handedIn(other).waitFor()
  const { signature } = (await ownOf(page, id)) as { signature?: unknown }
  assert.deepEqual(signature, { name: 'Anna Berger' })
  await other.getByText('Anna Berger').waitFor()
})

test('an answer that nobody sees to be refused ends the waiting, too: it is said wherever one is, and where one hands in', async () => {
  const id = await published('Schlüssel', 'plain')
  const page = await as(cast.anna, show(id))
  await opener(page).waitFor()
  await page.context().setOffline(true)
  await page.getByLabel('Teilnehmende').fill('7')
  await handIn(page)
  await waits(page).waitFor()
  await page.getByRole('link', { name: 'Prozesse' }).first().click()
  await call(cast.anna, 'PATCH', `/docs/${id}/currentuserdata/`, { data: { Teilnehmende: 9 } })
  await page.context().setOffline(false)
  const reason = page.getByRole('alert').getByText('Eine Angabe ließ sich nicht speichern.')
  const told = reason.and(page.getByText('„Schlüssel“ ist nicht abgegeben.'))
  await told.waitFor()
  // A message is lost if the page ends. So the next page shows it again, until it was seen in its process.
  await page.goto('/ui/profile')
  await told.waitFor()
  await page.goto(show(id))
  await page
    .getByRole('region', { name: 'Abgeben' })
    .and(page.locator(':has([role=alert])'))
    .scrollIntoViewIfNeeded()
  await until(async () => !(await keptKeys(page)).some((key) => key.endsWith(`/hand-in/${id}`)))
  await page.getByRole('button', { name: 'Meine Angabe behalten' }).click()
  await saved(page)
  await handIn(page)
  await handedIn(page).waitFor()
  assert.equal(await reason.count(), 0)
  assert.deepEqual((await ownOf(page, id)).data, { Teilnehmende: 7 })
})

test('what was typed into a field that is gone is said, also after a reload, and keeps nobody from handing in', async () => {
  const id = await published('Umbau', 'plain')
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Fragen').waitFor()
  const rest = processOf(paragraph('Teilnehmende ', numberField('Teilnehmende')))
  await call(cast.clara, 'PATCH', `/docs/${id}/`, { content: rest })
  await page.getByLabel('Fragen').fill('Wohin mit dem Tor?')
  await page.getByText('Für diese Eingaben gibt es kein Feld mehr').waitFor()
  await page.getByText('Wohin mit dem Tor?').waitFor()
  await page.getByLabel('Teilnehmende').waitFor()
  // The bar says it too, wherever one has scrolled. It stays after a reload.
  await page.getByText('nicht gespeichert – es steht ganz oben.').waitFor()
  await page.reload()
  await page.getByText('Wohin mit dem Tor?').waitFor()
  await handIn(page)
  await handedIn(page).waitFor()
  await page.getByText('Wohin mit dem Tor?').waitFor()
  await page.getByRole('button', { name: 'Verstanden' }).click()
  await page.getByText('Wohin mit dem Tor?').waitFor({ state: 'detached' })
})

test('what is under way to the server is not called off any more, and no answer that was asked for before it opens a process again', async () => {
  const id = await published('Schlüsselbuch', 'plain')
  const page = await as(cast.anna, show(id))
  await opener(page).waitFor()
  const asked = moment('the answers were not asked for')
  const handed = Promise.withResolvers<void>()
  const late = moment('the late answer was not given')
  await page.route(
    '**/currentuserdata/',
    async (route) => {
      const response = await route.fetch()
      asked.resolve()
      await handed.promise
      await route.fulfill({ response })
      late.resolve()
    },
    { times: 1 },
  )
  await comeBack(page)
  await asked.wait()
  const seen = Promise.withResolvers<void>()
  await page.route('**/currentuserdata/hand_in/', async (route) => {
    await seen.promise
    return route.continue()
  })
  await handIn(page)
  await page
    .getByRole('button', { name: 'Doch nicht abgeben' })
    .and(page.locator('[aria-busy=true]'))
    .waitFor()
  seen.resolve()
  await handedIn(page).waitFor()
  handed.resolve()
  await late.wait()
  await drawn(page)
  assert.equal(await handedIn(page).count(), 1)
})

/** Waits for a paint. */
const drawn = (page: Page) => page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 200)))

test('once another device hands in, nothing waits here, and the question that was open does not come back with taking back', async () => {
  const id = await published('Hausrunde', 'plain')
  const page = await as(cast.anna, show(id))
  await opener(page).click()
  await dialogOf(page).waitFor()
  await call(page, 'POST', `/docs/${id}/currentuserdata/hand_in/`, {})
  await comeBack(page)
  await handedIn(page).waitFor()
  await page.getByRole('button', { name: 'Abgabe zurücknehmen' }).click()
  await opener(page).waitFor()
  assert.equal(await dialogOf(page).count(), 0)

  // The call arrives, but its answer is lost.
  await page.route('**/hand_in/', async (route) => {
    await route.fetch()
    return route.abort()
  })
  await handIn(page)
  await waits(page).waitFor()
  await comeBack(page)
  await handedIn(page).waitFor()
  assert.equal(await page.getByText('Die Abgabe wartet noch.').count(), 0)
})

test('on a phone the bar leads to where it is handed in, stands on the menu below it, and the focus stays with what was pressed', async () => {
  const id = await published('Feierabend', 'plain')
  const page = await as(cast.anna, show(id), { ...phone, viewport: { width: 390, height: 500 } })
  const bar = page.getByLabel('Überblick')
  await page.getByLabel('Teilnehmende').fill('12')
  await page.getByLabel('Fragen').fill('Keine')
  await page.evaluate(() => scrollTo(0, 0))
  await bar.getByRole('button', { name: 'Zum Abgeben' }).tap()
  const focus = page.locator(':focus')
  await opener(page).and(focus).waitFor()
  await until(async () => {
    const [above, below] = [await opener(page).boundingBox(), await bar.boundingBox()]
    return above !== null && below !== null && above.y + above.height <= below.y
  }, 'it lies behind the bar')
  await opener(page).tap()
  await submit(page).tap()
  const takeBack = page.getByRole('button', { name: 'Abgabe zurücknehmen' })
  await focus.filter({ has: takeBack }).waitFor()
  await bar.getByText(/^Abgegeben am \d/).waitFor()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const menu = page.getByRole('navigation', { name: 'Bereiche' })
  await until(async () => {
    const [above, below] = [await bar.boundingBox(), await menu.boundingBox()]
    return above !== null && below !== null && Math.abs(above.y + above.height - below.y) <= 1
  }, 'no gap')
  await takeBack.tap()
  await focus.filter({ has: opener(page) }).waitFor()
})

test('with a tick nothing moves: what the deadline asks for takes its room still, and one button leads on, or hands in; while that waits, the bar says so', async () => {
  const id = await published('Hausordnung', 'plain', processOf(paragraph(checkboxField('Gelesen'))))
  await call(cast.clara, 'POST', `/docs/${id}/publish/`, {
    public: false,
    groups: ['Bühne'],
    due_on: '2027-12-24',
    notify: false,
    hand_in: 'plain',
  })
  const page = await as(cast.anna, show(id), phone)
  const bar = page.getByLabel('Überblick')
  const tick = page.getByRole('checkbox', { name: 'Gelesen' })
  await page.getByText('Bitte füllen Sie den Prozess bis 24.12.2027 aus und geben Sie ihn ab.').waitFor()
  await bar.getByRole('button', { name: 'Nächstes Feld' }).waitFor()
  const places = async () => [
    await tick.boundingBox(),
    await opener(page).boundingBox(),
    await bar.boundingBox(),
  ]
  const before = await places()
  await tick.tap()
  await page.getByText('Alles Nötige ausgefüllt. Bitte geben Sie bis 24.12.2027 ab.').waitFor()
  await saved(page)
  assert.deepEqual(await places(), before)
  // The button itself is visible, so no link leads to it.
  assert.deepEqual(await bar.getByRole('button').allInnerTexts(), [])

  await page.route('**/currentuserdata/**', async (route) => {
    if (route.request().method() === 'POST') return route.abort()
    // A slow answer: the queued hand-in shows from the device before the server has said what it has.
    if (route.request().method() === 'GET') await new Promise((resolve) => setTimeout(resolve, 500))
    return route.continue()
  })
  await opener(page).tap()
  await submit(page).tap()
  await waits(page).waitFor()
  await page.reload()
  await waits(page).waitFor()
  await bar.getByText('Die Abgabe wartet noch.').waitFor()
  assert.equal(await tick.isChecked(), true)
  const { width = 0 } = (await waits(page).boundingBox()) ?? {}
  assert.ok(width >= 250, `its sentence is ${width} px wide`)
  await expectAccessibleInBothSchemes(page)
})
