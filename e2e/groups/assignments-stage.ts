// The stage of the stories about who belongs to which group: the matrix, and what is said of its cells.
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { type Options, setStage } from '../stage.ts'

export async function setAssignmentsStage() {
  const stage = await setStage()

  async function open(search = '', options?: Options) {
    const page = await stage.as(cast.clara, `/ui/groupassignments${search}`, options)
    await page.getByRole('grid', { name: 'Zuweisungen' }).waitFor()
    return page
  }

  return { ...stage, open }
}

export const cell = (page: Page, user: string, group: string, state: string) =>
  page.getByRole('gridcell', { name: `${user} – ${group}: ${state}`, exact: true })
export const anna = 'Berger, Anna (anna)'
export const answered = (page: Page, method: string) =>
  page.waitForResponse(
    (response) => response.request().method() === method && response.url().includes('/groups/'),
  )
