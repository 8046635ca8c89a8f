// The stage of the stories about happenings: beside a planner that tells of more of them.
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
