// Dialogs closed before their call has ended.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { moment } from './patience.ts'
import { setStage } from './stage.ts'

const { as, db } = await setStage()
const { id: user } = await db
  .selectFrom('users')
  .where('username', '=', cast.georg.username)
  .select('id')
  .executeTakeFirstOrThrow()

/** Sends the dialog, leaves it by Escape, and goes to the list of chats; answers what lets the request go on. */
async function leaveWhileItIsSent(page: Page, verb: string, call: string) {
  const given = moment<() => Promise<void>>(`${call} was not called`)
  await page.route(call, (route) =>
    route.request().method() === 'GET' ? route.continue() : given.resolve(() => route.continue()),
  )
  await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click()
  const goOn = await given.wait()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Chat' }).first().click()
  await page.waitForURL(({ pathname }) => pathname === '/ui/chat')
  await page.getByRole('heading', { name: 'Chat' }).first().waitFor()
  return goOn
}

test('whoever has left a dialog and gone on stays there when its answer comes', async () => {
  const page = await as(cast.clara, `/ui/users/${user}/rename`)
  await page.getByLabel('Benutzername').fill('georg.neu')
  const goOn = await leaveWhileItIsSent(page, 'Umbenennen', `**/users/${user}/username/`)
  await goOn()
  await page.getByText('Benutzer umbenannt').waitFor()
  await page.getByRole('heading', { name: 'Chat' }).first().waitFor()
  assert.equal(new URL(page.url()).pathname, '/ui/chat')
})

test('a refusal that comes after its dialog was left is said all the same', async () => {
  const page = await as(cast.clara, `/ui/users/${user}/rename`)
  await page.getByLabel('Benutzername').fill(cast.anna.username)
  const goOn = await leaveWhileItIsSent(page, 'Umbenennen', `**/users/${user}/username/`)
  await goOn()
  await page.getByRole('alert').getByText('gibt es schon').waitFor()
  assert.equal(new URL(page.url()).pathname, '/ui/chat')
})

test('a chat that somebody begins and does not wait for does not come over the next screen', async () => {
  const page = await as(cast.elif, '/ui/chat')
  const given = moment<() => Promise<void>>('no chat was begun')
  await page.route('**/chat/direct/', (route) =>
    route.request().method() === 'POST' ? given.resolve(() => route.continue()) : route.continue(),
  )
  await page.getByRole('combobox', { name: 'Person suchen' }).fill('ünal')
  await page.getByRole('option', { name: /Ünal/ }).first().click()
  const goOn = await given.wait()
  await page.getByRole('link', { name: 'Prozesse' }).first().click()
  await page.waitForURL(({ pathname }) => pathname === '/ui/docs')
  const answered = page.waitForResponse('**/chat/direct/')
  await goOn()
  await answered
  // What it would have led to asks for more.
  await page.waitForLoadState('networkidle')
  assert.equal(new URL(page.url()).pathname, '/ui/docs')
})
