// Time until the matrix of 2,000 users and 100 groups paints a toggle or the next rows, at a quarter of the speed.
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { launch } from '#e2e/browser.ts'
import { startKontor } from '#e2e/kontor.ts'
import { logIn } from '#e2e/log-in.ts'
import { type Figure, singleTimes } from '#measure/figures.ts'
import type { Database } from '#server/db/connect.ts'
import { slowDown, whenPainted } from './painted.ts'

const USERS = 2_000
const GROUPS = 100
const TOGGLES = 25
const MORE = 9
/** Goal of B9, in ms. */
const PRESS_MS = 100

export async function matrixScreen(): Promise<Figure[]> {
  const kontor = await startKontor()
  const browser = await launch()
  try {
    await fill(kontor.kontor.db)
    const page = await browser.newPage({ baseURL: kontor.url, viewport: { width: 1280, height: 800 } })
    await openMatrix(page)
    await slowDown(page)
    return [
      figure('toggle in the matrix, until it is painted', await toggles(page)),
      figure('next 50 rows of the matrix, until painted', await moreRows(page)),
    ]
  } finally {
    await browser.close()
    await kontor.stop()
  }
}

/** Upper bounds: each time includes the wait for the next frame. */
function figure(name: string, times: number[]): Figure {
  return { figure: name, ...singleTimes(times), goal: PRESS_MS }
}

async function fill(db: Database) {
  const users = Array.from({ length: USERS - 12 }, (_, number) => ({
    username: `person-${number}`,
    persplan_id: `X${number}`,
    persplan_nachname: `Nachname ${number}`,
    persplan_vorname: `Vorname ${number % 70}`,
  }))
  await db.insertInto('users').values(users).execute()
  const groups = Array.from({ length: GROUPS - 5 }, (_, number) => ({ name: `Gruppe ${number}` }))
  await db.insertInto('groups').values(groups).execute()
  await sql`insert into memberships (user_id, group_id, imported)
    select users.id, groups.id, true from users cross join groups
    where groups.name like 'Gruppe %' and (users.id * 7 + groups.id * 3) % 11 < 3`.execute(db)
}

async function openMatrix(page: Page) {
  await logIn(page.request, cast.clara)
  await page.goto('/ui/groupassignments')
  await page.getByRole('grid').waitFor()
}

/** Runs in the page: measures each `act` until the end of the first frame that shows its result. */
const timed = `async (count, act, shows) => {
  const times = []
  for (let number = 0; number < count; number++) {
    const subject = await act.prepare(number)
    await new Promise((go) => setTimeout(go, 400))
    const begin = performance.now()
    act.run(subject)
    await new Promise((go) => ${whenPainted}(() => shows(subject), go))
    times.push(performance.now() - begin)
  }
  return times
}`

const toggles = (page: Page) =>
  page.evaluate<number[]>(`(${timed})(${TOGGLES}, {
    prepare: (number) => {
      const cell = document.querySelectorAll('[role=gridcell]')[5 + number * 137]
      cell.scrollIntoView({ block: 'center' })
      return { cell, was: cell.getAttribute('aria-label') }
    },
    run: ({ cell }) => cell.click(),
  }, ({ cell, was }) => cell.getAttribute('aria-label') !== was)`)

const moreRows = (page: Page) =>
  page.evaluate<number[]>(`(${timed})(${MORE}, {
    prepare: () => {
      const grid = document.querySelector('[role=grid]')
      return { grid, rows: grid.children.length, button: [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Weitere')) }
    },
    run: ({ button }) => button.click(),
  }, ({ grid, rows }) => grid.children.length !== rows)`)
