// Steps in chat rooms, shared by the stories about the chat.
import type { Page } from 'playwright-core'

/** Found by its label, because its role changes to combobox while it offers names. */
export const area = (page: Page) => page.locator('textarea[aria-label=Nachricht]')
export const texts = (page: Page) => page.getByRole('log').locator('article p[dir=auto]').allInnerTexts()
export async function say(page: Page, text: string) {
  await area(page).fill(text)
  await area(page).press('Enter')
}
export const waitForMessage = (page: Page, text: string) =>
  page.getByRole('log').getByText(text, { exact: true }).waitFor()
/** Waits until no message is being sent. */
export const allSent = (page: Page) => page.getByText('wird gesendet').first().waitFor({ state: 'detached' })
export const lost = 'Verbindung unterbrochen – wird wieder aufgebaut'
export const roomLink = (page: Page, name: string) => page.getByRole('link', { name })

/** Opens as many live connections to a room as one person may have. */
export const holdEveryPlace = (page: Page, room_id: number) =>
  page.evaluateHandle(async (path) => {
    const all = Array.from({ length: 10 }, () => new WebSocket(path))
    await Promise.all(all.map((web) => new Promise((open) => web.addEventListener('open', open))))
    return all
  }, `/chat/groups/${room_id}/`)
