// Set-up of the tests about happenings, with a simulated planner.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Page } from 'playwright-core'
import { today } from '#demo/happenings.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { setStage } from '../stage.ts'

export async function setHappeningsStage() {
  const planner = await startSimulator()
  const stage = await setStage({ PLANNER_URL: planner.url, PLANNER_TOKEN: planner.token })
  after(() => planner.stop())
  return { ...stage, planner }
}

/** A day relative to today, in the database's and the German format. */
export const day = (days: number) => Temporal.PlainDate.from(today()).add({ days }).toString()
export const german = (days: number) => day(days).split('-').toReversed().join('.')

export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** Waits until the list consists of exactly these happenings, in this order. */
export async function listed(page: Page, ...names: string[]) {
  const links = page.getByRole('table').getByRole('link')
  for (const name of names) await link(page, name).waitFor()
  await links.nth(names.length).waitFor({ state: 'detached' })
  // If only the order changes, the first row shows it.
  if (names[0] !== undefined) await links.first().filter({ hasText: names[0] }).waitFor()
  assert.deepEqual(await links.allInnerTexts(), names)
}
