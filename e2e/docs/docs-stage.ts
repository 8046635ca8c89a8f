// The stage of the stories about the list of processes and the tabs of one.
import type { Page } from 'playwright-core'
import { otherDocuments } from '#demo/documents/all.ts'
import { insertDocument } from '#demo/documents/insert.ts'
import { inTransaction } from '#server/live/news.ts'
import { setStage } from '../stage.ts'

/** With all documents of the demo. */
export async function setDocsStage() {
  const stage = await setStage()
  await inTransaction(stage.kontor.kontor, async (tx) => {
    for (const document of otherDocuments) await insertDocument(tx, document)
  })
  return stage
}

export const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

export const namesOf = async (page: Page) => {
  await page.getByRole('table', { name: 'Prozesse' }).waitFor()
  return page.getByRole('table').getByRole('link').allInnerTexts()
}

/** The tab of a process, by the list and its name. */
export async function open(page: Page, name: string, tab: string) {
  await page.goto('/ui/docs')
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('link', { name: tab, exact: true }).click()
  await page.locator(`[aria-current=page]:text-is("${tab}")`).waitFor()
}
