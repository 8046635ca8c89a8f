import assert from 'node:assert/strict'
import { test } from 'node:test'
import { number, paragraph, processOf } from '#contract/document/build.ts'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { logIn } from '../log-in.ts'
import { content, refuseAnswers, saved, setReadingStage, show } from './reading-stage.ts'

const { as, call, idOf, doc, answersOf, untilStored } = await setReadingStage()

test('answers typed offline survive a reload and go out later', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Stühle').waitFor()
  await page.context().setOffline(true)
  await page.getByLabel('Stühle').fill('44')
  await page.getByLabel('Vorkommnisse').fill('offline getippt')
  await page.getByRole('status').getByText('auf diesem Gerät').waitFor()
  // The server stays out of reach for answers until somebody presses, while the app itself comes back.
  let isPressed = false
  await page.exposeFunction('press', () => {
    isPressed = true
  })
  await page.addInitScript("addEventListener('pointerdown', () => press())")
  await page.route('**/currentuserdata/', (route) =>
    route.request().method() === 'PATCH' && !isPressed ? route.abort() : route.continue(),
  )
  // The page ends out of reach: one that hears of the network sends in its last breath, past whoever listens.
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto(show(id))
  assert.deepEqual(await answersOf(page, id), {})
  const typed = page.getByLabel('Vorkommnisse')
  await until(async () => (await typed.inputValue()) === 'offline getippt', 'it is there again')
  await page.getByRole('status').getByText('auf diesem Gerät').waitFor()
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await saved(page)
  assert.deepEqual(await answersOf(page, id), { Stühle: 44, Vorkommnisse: 'offline getippt' })
})

test('a process whose last answer is not stored is not called done, and a logout says how many it would lose', async () => {
  const id = await doc(processOf(paragraph('Stühle: ', number('Stühle'))))
  const page = await as(cast.anna, show(id))
  const done = page.getByText('Fertig – es ist nichts weiter zu tun.')
  await page.getByLabel('Stühle').fill('6')
  await saved(page)
  await done.waitFor()
  await refuseAnswers(page)
  await page.getByLabel('Stühle').fill('7')
  await page.getByRole('status').getByText('auf diesem Gerät').waitFor()
  await done.waitFor({ state: 'detached' })
  await page.unroute('**/currentuserdata/')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await saved(page)
  await done.waitFor()

  await refuseAnswers(page)
  await page.getByLabel('Stühle').fill('8')
  await page.getByRole('status').getByText('auf diesem Gerät').waitFor()
  await page.getByRole('link', { name: 'Logout' }).click()
  await page.getByText('1 Angabe ist noch nicht gespeichert und geht verloren.').waitFor()
})

test('what two windows could not send at the same time goes out, of both documents', async () => {
  const ids = [await doc(content), await doc(content)] as const
  const page = await as(cast.anna, show(ids[0]))
  const other = await page.context().newPage()
  await other.goto(show(ids[1]))
  const fields = [page, other].map((one) => one.getByLabel('Stühle'))
  for (const field of fields) await field.waitFor()
  await page.context().setOffline(true)
  await Promise.all(fields.map((field) => field.fill('7')))
  for (const one of [page, other]) await one.getByRole('status').getByText('auf diesem Gerät').waitFor()
  const later = await page.context().newPage()
  for (const one of [page, other]) await one.close()
  await later.context().setOffline(false)
  await later.goto('/ui/profile')
  for (const id of ids) await untilStored(later, id, 'Stühle', 7)
})

test('what one person typed waits for them, under whatever name; nobody else on the device sees, sends or ends it', async () => {
  const id = await doc(content)
  const anna = await idOf(cast.anna)
  const rename = (username: string) => call(cast.clara, 'PATCH', `/users/${anna}/username/`, { username })
  const page = await as(cast.anna, show(id))
  await page.getByLabel('Stühle').waitFor()
  // Bruno signs in in another window: this one has not noticed yet.
  await logIn(page.request, cast.bruno)
  const refused = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.getByLabel('Stühle').fill('17')
  assert.equal((await refused).status(), 412)
  const chairs = page.getByLabel('Stühle')
  await until(async () => (await chairs.inputValue()) === '', 'what she typed is not shown to him')
  await page.reload()
  await chairs.waitFor()
  assert.equal(await chairs.inputValue(), '')
  assert.deepEqual(await answersOf(page, id), {})
  // His logout takes along what is his, and nothing of hers.
  await page.goto('/ui/logout')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/ui/login')
  await rename('anna-neu')
  await logIn(page.request, { username: 'anna-neu' })
  await page.goto('/ui/profile')
  await untilStored(page, id, 'Stühle', 17)
  await rename(cast.anna.username)
})
