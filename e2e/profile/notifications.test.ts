import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessible, expectAccessibleInBothSchemes } from '../accessible.ts'
import { logInByForm } from '../log-in.ts'
import { moment } from '../patience.ts'
import { devices, phone } from '../stage.ts'
import { activate, devicesOf, permission, setPushStage } from './push-stage.ts'

const { db, as, open, known } = await setPushStage()
type Fake = { read(): { subscribed?: string; serverKey?: string }; change(state: object): void }

const endpointOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { fakePush: Fake }).fakePush.read().subscribed)

const change = (page: Page, state: object) =>
  page.evaluate((state) => (globalThis as unknown as { fakePush: Fake }).fakePush.change(state), state)

test('where the browser forbids it the profile says so, and where to allow it', async () => {
  const page = await open(cast.anna, { permission: 'denied' })
  await permission(page, 'abgelehnt')
  await page.getByText('Erlauben Sie dort Benachrichtigungen').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Benachrichtigungen aktivieren' }).count(), 0)
})

test('who is asked and says no is told the same', async () => {
  const asked = await open(cast.anna, { permission: 'default', answer: 'denied' })
  await permission(asked, 'nicht gefragt')
  await activate(asked)
  await permission(asked, 'abgelehnt')
})

test('on a phone the way to allow it is another', async () => {
  const onPhone = await open(cast.anna, { permission: 'denied' }, { isMobile: true, hasTouch: true })
  await permission(onPhone, 'abgelehnt')
  await onPhone.getByText('im Menü des Browsers').waitFor()
  assert.equal(await onPhone.getByText('neben der Adresse').count(), 0)
})

test('the profile says in words what the browser says by itself', async () => {
  const bare = await open(cast.anna)
  const words = { granted: 'erlaubt', denied: 'abgelehnt', default: 'nicht gefragt' }
  await permission(bare, words[await bare.evaluate(() => Notification.permission)])
})

test('an iPhone in the browser is told the way over the home screen', async () => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1'
  const page = await as(cast.anna, '/ui/profile', {
    ...phone,
    userAgent,
    prepare: (context) =>
      context.addInitScript(() => {
        Reflect.deleteProperty(globalThis, 'PushManager')
      }),
  })
  await permission(page, 'nicht möglich in diesem Browser')
  await page.getByText('Wählen Sie „Zum Home-Bildschirm“').waitFor()
  await expectAccessible(page)
})

test('a device is switched on, tried and switched off', async () => {
  const page = await open(cast.anna, { permission: 'default' })
  await activate(page)
  await permission(page, 'erlaubt')
  await devicesOf(page).getByText('dieses Gerät').waitFor()
  assert.match(await devicesOf(page).innerText(), /Chrome auf Linux.*noch nie benachrichtigt/s)

  await page.getByRole('button', { name: 'Testnachricht senden' }).click()
  await page.getByText('Testnachricht gesendet').waitFor()
  await until(async () => {
    await page.reload()
    await devicesOf(page).waitFor()
    return (await devicesOf(page).innerText()).includes('zuletzt benachrichtigt')
  }, 'the list says when the device was told last')

  await page.getByRole('button', { name: 'Auf diesem Gerät ausschalten' }).click()
  await page.getByText('Bisher wird keines Ihrer Geräte benachrichtigt.').waitFor()
  assert.equal(await endpointOf(page), undefined)
  await page.reload()
  await page.getByText('auf diesem Gerät ist es ausgeschaltet').waitFor()
  assert.deepEqual(await known(), [])
})

test('who switches a device off while it is being kept up has it off', async () => {
  const page = await open(cast.anna, { permission: 'default' })
  await activate(page)
  await devicesOf(page).getByText('dieses Gerät').waitFor()
  const given = moment<() => Promise<void>>('the subscription was not sent again')
  await page.route('**/users/current/pushsubscription/', (route) => given.resolve(() => route.continue()))
  await page.reload()
  const goOn = await given.wait()
  const answered = page.waitForResponse('**/users/current/pushsubscription/')
  await page.getByRole('button', { name: 'Auf diesem Gerät ausschalten' }).click()
  // So long it would have taken if it did not wait.
  await page.waitForTimeout(1_000)
  await goOn()
  await answered
  await page.getByText('Bisher wird keines Ihrer Geräte benachrichtigt.').waitFor()
  assert.equal(await endpointOf(page), undefined)
  assert.deepEqual(await known(), [])
})

test('what breaks on the way is said with the sentence for it', async () => {
  const page = await open(cast.anna, { permission: 'default', broken: true })
  await activate(page)
  await page.getByRole('alert').getByText('Fehler beim aktivieren der Push-Benachrichtigungen').waitFor()
  await permission(page, 'erlaubt')
})

test('another device is removed from the list after a question', async () => {
  const page = await open(cast.anna, { permission: 'default' })
  const other = await open(cast.anna, { permission: 'default' })
  for (const each of [page, other]) {
    await activate(each)
    await permission(each, 'erlaubt')
    await devicesOf(each).getByText('dieses Gerät').waitFor()
  }
  await page.reload()
  await devicesOf(page).nth(1).waitFor()
  const foreign = devicesOf(page).filter({ hasNotText: 'dieses Gerät' })
  await foreign.getByRole('button', { name: /entfernen/ }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('meldet sich das Gerät neu an').waitFor()
  await question.getByRole('button', { name: 'Entfernen' }).click()
  await foreign.waitFor({ state: 'detached' })
  assert.equal(await devicesOf(page).count(), 1)
})

test('each start puts right what got lost: at the server, in the browser, with the server’s key', async () => {
  const page = await open(cast.anna, { permission: 'default' })
  await activate(page)
  await permission(page, 'erlaubt')
  const first = await endpointOf(page)
  await db.deleteFrom('push_subscriptions').execute()
  await page.reload()
  await until(async () => (await known()).join() === `anna ${first}`, 'the server knows it again')

  await change(page, { subscribed: undefined })
  await page.reload()
  await until(async () => ((await endpointOf(page)) ?? first) !== first, 'the browser has one again')
  await until(async () => (await known()).includes(`anna ${await endpointOf(page)}`), 'the server knows that')

  const second = await endpointOf(page)
  await change(page, { serverKey: 'b2xk' })
  await page.reload()
  await until(async () => (await endpointOf(page)) !== second, 'another one, made for the new key')
  await until(async () => (await known()).includes(`anna ${await endpointOf(page)}`), 'the server knows that')
})

test('a device belongs to who is signed in on it; a logout takes it away', async () => {
  const page = await open(cast.anna, { permission: 'default' })
  await activate(page)
  await devicesOf(page).getByText('dieses Gerät').waitFor()
  const endpoint = await endpointOf(page)
  // The session ends by itself, without a logout.
  await page.context().clearCookies()
  await logInByForm(page, cast.bruno)
  await until(async () => (await known()).join() === `bruno ${endpoint}`, 'it is Bruno’s now')

  await page.goto('/ui/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/ui/login')
  assert.deepEqual(await known(), [])
  assert.equal(await endpointOf(page), undefined)
  // Who comes next has not asked for anything.
  await logInByForm(page, cast.anna)
  await page.goto('/ui/profile')
  await page.getByText('auf diesem Gerät ist es ausgeschaltet').waitFor()
  assert.deepEqual(await known(), [])
})

test('quiet hours have a beginning and an end; preferences are kept', async () => {
  const page = await open(cast.anna)
  const form = page.getByRole('form', { name: 'Ruhe und Themen' })
  await form.getByText('die auf „Benachrichtigen“ stehen').waitFor()
  // Pressed with the time still being typed: the first press counts.
  await form.getByLabel('Ruhe von', { exact: true }).fill('22')
  const save = form.getByRole('button', { name: 'Speichern' })
  await save.scrollIntoViewIfNeeded()
  const { x = 0, y = 0 } = (await save.boundingBox()) ?? {}
  await page.mouse.click(x + 20, y + 10)
  await form.getByText('„Ruhe von“ und „Ruhe bis“ gehören zusammen.').waitFor()
  await form.getByRole('checkbox', { name: 'Neue Prozesse' }).uncheck()
  await form.getByRole('checkbox', { name: 'Fehlende Zeiten' }).uncheck()
  await form.getByRole('button', { name: 'Speichern' }).click()
  await form.getByText('„Ruhe von“ und „Ruhe bis“ gehören zusammen.').waitFor()
  await form.getByLabel('Ruhe bis', { exact: true }).fill('630')
  await form.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Gespeichert', { exact: true }).waitFor()
  // What cannot be read is not saved as what stood there before.
  await form.getByLabel('Ruhe bis', { exact: true }).fill('25:30')
  await form.getByRole('button', { name: 'Speichern' }).click()
  await form.getByText('Bitte eine Uhrzeit angeben, zum Beispiel 8:15.').waitFor()
  assert.equal(await form.getByLabel('Ruhe bis', { exact: true }).inputValue(), '25:30')
  await page.reload()
  assert.equal(await form.getByLabel('Ruhe von', { exact: true }).inputValue(), '22:00')
  assert.equal(await form.getByLabel('Ruhe bis', { exact: true }).inputValue(), '06:30')
  assert.equal(await form.getByRole('checkbox', { name: 'Neue Prozesse' }).isChecked(), false)
  assert.equal(await form.getByRole('checkbox', { name: 'Fehlende Zeiten' }).isChecked(), false)
  assert.equal(await form.getByRole('checkbox', { name: 'Neue Zeiterfassung' }).isChecked(), true)
})

test('where the browser offers nothing, the profile says how the app is installed on this device', async () => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  for (const [options, way] of [
    [{ ...phone, userAgent }, 'Tippen Sie in Safari auf das Teilen-Symbol'],
    [phone, 'Wählen Sie im Menü Ihres Browsers „App installieren“'],
    [{}, 'In Chrome und Edge steht rechts in der Adresszeile'],
  ] as const) {
    const page = await open(cast.anna, undefined, options)
    await page.locator('#app').getByText(way).waitFor()
  }
})

test('the app is offered for installing where the browser offers it', async () => {
  const page = await open(cast.anna)
  assert.equal(await page.getByRole('button', { name: 'App installieren' }).count(), 0)
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => ({ outcome: 'accepted' }),
    })
    dispatchEvent(offer)
  })
  const install = page.getByRole('button', { name: 'App installieren' })
  await install.click()
  await install.waitFor({ state: 'detached' })
})

for (const { device, options } of devices) {
  test(`the profile is accessible and never too wide, in both schemes: ${device}`, async () => {
    const page = await open(cast.clara, { permission: 'default' }, options)
    await permission(page, 'nicht gefragt')
    await expectAccessibleInBothSchemes(page)
    await activate(page)
    await devicesOf(page).first().getByText('dieses Gerät').waitFor()
    // What lies scrolled beneath the bar above is taken for something over it.
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessibleInBothSchemes(page)
  })
}
