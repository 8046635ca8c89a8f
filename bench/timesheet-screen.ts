// B9: how fast the timesheet of a team of 200 shows a change, with the CPU at a quarter of its speed, on a
// phone and on a desktop.
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { launch } from '#e2e/browser.ts'
import { startKontor } from '#e2e/kontor.ts'
import { logIn } from '#e2e/log-in.ts'
import { type Figure, singleTimes } from '#measure/figures.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { slowDown, whenPainted } from './painted.ts'

const PEOPLE = 200
const TIMES = 9

const devices = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desk: { viewport: { width: 1280, height: 800 } },
}

export async function timesheetScreen(): Promise<Figure[]> {
  const kontor = await startKontor()
  const browser = await launch()
  try {
    const soll: [string, string] = ['2026-11-20T18:00', '2026-11-20T23:00']
    const entries = Array.from({ length: PEOPLE }, (_, at) => ({
      name: `Person ${String(at).padStart(3, '0')}`,
      funktion: 'Ordner',
      soll,
    }))
    const { id, sub } = await insertHappening(kontor.kontor.db, { date: '2026-11-20', entries })
    const figures: Figure[] = []
    for (const [device, options] of Object.entries(devices)) {
      const page = await browser.newPage({ baseURL: kontor.url, ...options })
      await logIn(page.request, cast.clara)
      await page.goto(`/ui/happenings/${id}/${sub}/timesheet`)
      await page.getByRole('button', { name: 'Alle wie geplant' }).waitFor()
      await slowDown(page)
      await page.evaluate(watch)
      figures.push({
        figure: `B9 all of ${PEOPLE} as planned, until painted, ${device}`,
        ...singleTimes(await allAsPlanned(page)),
        goal: 100,
      })
      const step = device === 'phone' ? await stepsOnPhone(page) : await stepsAtDesk(page)
      figures.push({
        figure: `B9 a quarter of an hour more, until painted, ${device}`,
        ...singleTimes(step),
        goal: 100,
      })
      const shift = await page.evaluate<number>('window.shift')
      figures.push({ figure: `B9 layout shift, ${device}`, value: shift, unit: '', n: 1, goal: 0 })
      await page.close()
    }
    return figures
  } finally {
    await browser.close()
    await kontor.stop()
  }
}

/**
 * Runs in the page: measures from a click or key until the end of the first frame that shows the result. Also
 * sums up layout shifts without recent input.
 */
const watch = `{
  window.shift = 0
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
  window.wait = (event, shows) => new Promise((go) => addEventListener(event, ({ timeStamp }) => {
    ${whenPainted}(shows, () => go(performance.now() - timeStamp))
  }, { capture: true, once: true }))
  window.rows = () => [...document.querySelectorAll('[role=rowgroup] > [role=row][id]')]
  window.isSeen = (row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return top < innerHeight && bottom > 0
  }
}`

type Press = { event: 'click' | 'keydown'; shows: string; press: () => Promise<void> }

/**
 * Time in ms from a real press until `shows` holds. Only a real press counts as input, whose layout shifts are
 * ignored.
 */
async function painted(page: Page, { event, shows, press }: Press): Promise<number> {
  await page.waitForTimeout(400)
  await page.evaluate(`void (window.painted = window.wait('${event}', () => ${shows}))`)
  await press()
  return page.evaluate<number>('window.painted')
}

/** Presses „Alle wie geplant“ several times, with an undo in between. */
async function allAsPlanned(page: Page): Promise<number[]> {
  const times: number[] = []
  await page.evaluate('window.scrollTo(0, 0)')
  for (let time = 0; time < TIMES; time++) {
    if (time > 0) await undo(page)
    // Found beforehand: a query during the measurement would force a layout.
    await page.evaluate('window.seen = window.rows().filter(window.isSeen)')
    times.push(
      await painted(page, {
        event: 'click',
        shows: `window.seen.length > 4 && window.seen.every((row) => row.matches('[data-changed]'))`,
        press: () => page.getByRole('button', { name: 'Alle wie geplant' }).click(),
      }),
    )
  }
  return times
}

async function undo(page: Page) {
  const button = page.getByRole('button', { name: 'Rückgängig' })
  if (await button.isVisible()) await button.click()
  else {
    await page.getByRole('button', { name: 'Mehr', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Rückgängig' }).click()
  }
  await page.locator('[data-changed][role=row]').first().waitFor({ state: 'detached' })
}

async function stepsOnPhone(page: Page): Promise<number[]> {
  await page.getByRole('rowgroup').getByRole('row').nth(3).getByRole('button').click()
  const row = `document.querySelectorAll('[role=rowgroup] > [role=row]')[3].textContent`
  return steps(page, row, {
    event: 'click',
    press: () => page.getByRole('button', { name: 'Ende: 15 Minuten später' }).click(),
  })
}

async function stepsAtDesk(page: Page): Promise<number[]> {
  await page.getByLabel('Person 003: Ende', { exact: true }).focus()
  // Pressed before the measurement, which starts with the arrow key.
  await page.keyboard.down('Control')
  const times = await steps(page, 'document.activeElement.value', {
    event: 'keydown',
    press: () => page.keyboard.press('ArrowUp'),
  })
  await page.keyboard.up('Control')
  return times
}

async function steps(page: Page, shown: string, press: Omit<Press, 'shows'>): Promise<number[]> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    await page.evaluate(`window.before = ${shown}`)
    times.push(await painted(page, { ...press, shows: `${shown} !== window.before` }))
  }
  return times
}
