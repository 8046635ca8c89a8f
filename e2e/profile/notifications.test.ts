// Notifications and the app's installation in the profile, and what the service worker makes of a push.
import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import type { Page, Worker } from 'playwright-core'
import { cast, type Person } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessible } from '../accessible.ts'
import { logInByForm } from '../log-in.ts'
import { moment } from '../patience.ts'
import { canBeNotified, type Stubs } from '../push-stubs.ts'
import { type Options, phone, setStage } from '../stage.ts'

const { kontor, db, as } = await setStage()
beforeEach(() => db.deleteFrom('push_subscriptions').execute())

const open = (person: Person, stubs: Partial<Stubs> = {}, options: Options = {}) =>
  as(person, '/ui/profile', {
    ...options,
    prepare: (context) => canBeNotified(context, { permission: 'default', ...stubs }),
  })

/** The stored subscriptions: username and endpoint. */
async function known() {
  const all = await db
    .selectFrom('push_subscriptions')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['endpoint', 'username'])
    .execute()
  return all.map(({ endpoint, username }) => `${username} ${endpoint}`)
}

const activate = (page: Page) => page.getByRole('button', { name: 'Benachrichtigungen aktivieren' }).click()
const devicesOf = (page: Page) =>
  page.getByRole('list', { name: 'Benachrichtigte Geräte' }).getByRole('listitem')
const permission = (page: Page, word: string) => page.getByText(word, { exact: true }).waitFor()

/** The part about the app's installation, opened. */
async function openedApp(page: Page) {
  await page.getByRole('heading', { name: 'App installieren' }).click()
  return page.locator('#app')
}

type Fake = { read(): { subscribed?: string; serverKey?: string }; change(state: object): void }

const endpointOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { fakePush: Fake }).fakePush.read().subscribed)

const change = (page: Page, state: object) =>
  page.evaluate((state) => (globalThis as unknown as { fakePush: Fake }).fakePush.change(state), state)

test('whoever says no is told on a phone where it is allowed again, and the way to the installed app; an iPhone has another, and at a desk it is offered where the browser offers it', async () => {
  const page = await open(cast.anna, { answer: 'denied' }, phone)
  await permission(page, 'nicht gefragt')
  await activate(page)
  await permission(page, 'abgelehnt')
  await page.getByText('im Menü des Browsers').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Benachrichtigungen aktivieren' }).count(), 0)
  assert.equal(await page.getByText('neben der Adresse').count(), 0)
  await (await openedApp(page)).getByText('Wählen Sie im Menü Ihres Browsers „App installieren“').waitFor()

  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1'
  const iPhone = await as(cast.anna, '/ui/profile', {
    ...phone,
    userAgent,
    prepare: (context) =>
      context.addInitScript(() => {
        Reflect.deleteProperty(globalThis, 'PushManager')
      }),
  })
  await permission(iPhone, 'nicht möglich in diesem Browser')
  await iPhone.getByText('Wählen Sie „Zum Home-Bildschirm“').waitFor()
  await (await openedApp(iPhone)).getByText('Tippen Sie in Safari auf das Teilen-Symbol').waitFor()

  const desk = await as(cast.anna, '/ui/profile')
  // This page has no stub: the permission is the real one of the browser.
  const words = { granted: 'erlaubt', denied: 'abgelehnt', default: 'nicht gefragt' }
  await permission(desk, words[await desk.evaluate(() => Notification.permission)])
  await (await openedApp(desk)).getByText('In Chrome und Edge steht rechts in der Adresszeile').waitFor()
  assert.equal(await desk.getByRole('button', { name: 'App installieren' }).count(), 0)
  await desk.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => ({ outcome: 'accepted' }),
    })
    dispatchEvent(offer)
  })
  const install = desk.getByRole('button', { name: 'App installieren' })
  await install.click()
  await install.waitFor({ state: 'detached' })
})

test('a device is switched on, after a failure too, tried and switched off', async () => {
  const page = await open(cast.anna, { broken: true })
  await activate(page)
  await page.getByRole('alert').getByText('Fehler beim aktivieren der Push-Benachrichtigungen').waitFor()
  await permission(page, 'erlaubt')
  await change(page, { broken: false })
  await activate(page)
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
  const page = await open(cast.anna)
  await activate(page)
  await devicesOf(page).getByText('dieses Gerät').waitFor()
  // Waits until the first start has announced the device to the server.
  await page.waitForLoadState('networkidle')
  const sent = moment('the subscription was not sent again')
  const held = Promise.withResolvers<void>()
  await page.route('**/users/current/pushsubscription/', async (route) => {
    sent.resolve()
    await held.promise
    await route.continue()
  })
  await page.reload()
  await sent.wait()
  const answered = page.waitForResponse('**/users/current/pushsubscription/')
  await page.getByRole('button', { name: 'Auf diesem Gerät ausschalten' }).click()
  // Gives the removal the time to overtake the held announcement, which it must not.
  for (let trip = 0; trip < 3; trip++) await page.evaluate(async () => (await fetch('/status/')).text())
  held.resolve()
  await answered
  await page.getByText('Bisher wird keines Ihrer Geräte benachrichtigt.').waitFor()
  assert.equal(await endpointOf(page), undefined)
  assert.deepEqual(await known(), [])
})

test('another device is removed from the list after a question', async () => {
  const page = await open(cast.anna, {}, { ...phone, colorScheme: 'dark' })
  const other = await open(cast.anna)
  for (const each of [page, other]) {
    await activate(each)
    await devicesOf(each).getByText('dieses Gerät').waitFor()
  }
  await page.reload()
  await devicesOf(page).nth(1).waitFor()
  await expectAccessible(page)
  const foreign = devicesOf(page).filter({ hasNotText: 'dieses Gerät' })
  await foreign.getByRole('button', { name: /entfernen/ }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('meldet sich das Gerät neu an').waitFor()
  await question.getByRole('button', { name: 'Entfernen' }).click()
  await foreign.waitFor({ state: 'detached' })
  assert.equal(await devicesOf(page).count(), 1)
})

test('each start puts right what got lost: at the server, in the browser, with the server’s key', async () => {
  const page = await open(cast.anna)
  await activate(page)
  await devicesOf(page).getByText('dieses Gerät').waitFor()
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
  const page = await open(cast.anna)
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
  // The app loads itself again after the logout.
  await page.waitForFunction(
    () => (globalThis as unknown as { fakePush: Fake }).fakePush.read().subscribed === undefined,
  )
  // Notifications are off for the next person on this device.
  await logInByForm(page, cast.anna)
  await page.goto('/ui/profile')
  await page.getByText('auf diesem Gerät ist es ausgeschaltet').waitFor()
  assert.deepEqual(await known(), [])
})

test('quiet hours have a beginning and an end; preferences are kept', async () => {
  const page = await as(cast.anna, '/ui/profile')
  const form = page.getByRole('form', { name: 'Ruhe und Themen' })
  await form.getByText('die auf „Benachrichtigen“ stehen').waitFor()
  // The press counts even if the time is still being typed.
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
  // Unreadable input is refused, instead of saving the previous time again.
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

type Shown = { title: string; options: NotificationOptions }
type InWorker = { shown: Shown[]; registration: ServiceWorkerRegistration; navigator: Navigator }

/** Sends pushes through the DevTools protocol. Where the browser shows no notifications, the calls are recorded. */
async function withPush(page: Page) {
  const context = page.context()
  await context.grantPermissions(['notifications'])
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await until(async () => context.serviceWorkers().length > 0, 'there is a service worker')
  const worker = context.serviceWorkers()[0] as Worker
  const isReal = await page.evaluate(() => Notification.permission === 'granted')
  if (!isReal) {
    console.log('This Chromium shows no notifications: noted is what the service worker wants to show.')
    await worker.evaluate(() => {
      const scope = globalThis as unknown as InWorker
      scope.shown = []
      // This browser has no app icon: the call for its badge would end the service worker.
      scope.navigator.setAppBadge = async () => {}
      scope.registration.showNotification = async (title, options = {}) => {
        scope.shown.push({ title, options })
      }
    })
  }
  const session = await context.newCDPSession(page)
  const registration = moment<string>('the service worker was not registered')
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
    if (first) registration.resolve(first.registrationId)
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registration.wait()
  return {
    worker,
    push: (data: string) =>
      session.send('ServiceWorker.deliverPushMessage', { origin: kontor.url, registrationId, data }),
    shown: (): Promise<Shown[]> =>
      isReal
        ? worker.evaluate(async () => {
            const { registration } = globalThis as unknown as InWorker
            const all = await registration.getNotifications()
            return all.map(({ title, body, tag, icon, data }) => ({
              title,
              options: { body, tag, icon: new URL(icon).pathname, data },
            }))
          })
        : worker.evaluate(() => (globalThis as unknown as InWorker).shown),
  }
}

const message = { title: 'Elif', body: 'Kommst du?', path: '/ui/docs', tag: 'chat-direct-1' }

test('a push is shown unless its place is looked at, leads into the app only, and goes on coming under a new address', async () => {
  const page = await as(cast.anna, '/ui/profile', { worker: true })
  const { worker, push, shown } = await withPush(page)
  await push(JSON.stringify(message))
  await until(async () => (await shown()).length === 1, 'it is shown')
  const [{ title, options }] = (await shown()) as [Shown]
  const { body, tag, icon, data } = options
  assert.deepEqual(
    { title, body, tag, icon, data },
    {
      title: 'Elif',
      body: 'Kommst du?',
      tag: 'chat-direct-1',
      icon: '/ui/icon-192.png',
      data: '/ui/docs',
    },
  )

  // A click navigates the open window without a reload, so that typed text stays.
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
  await worker.evaluate(() => {
    const notification = { close: () => {}, data: '/ui/docs?filter=Licht' }
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }))
  })
  await page.waitForURL('**/ui/docs?*filter=Licht*')
  assert.equal(await page.evaluate(() => (globalThis as { isSame?: boolean }).isSame), true)
  await push(JSON.stringify({ ...message, tag: 'seen' }))
  await push('{"broken')
  await push(JSON.stringify({ ...message, path: 'https://elsewhere.example/', tag: 'elsewhere' }))
  await until(async () => (await shown()).length === 3, 'what is from elsewhere is shown')
  const others = (await shown()).filter((one) => one.options.tag !== 'chat-direct-1')
  assert.deepEqual(
    new Map(others.map((one) => [one.options.body, one.options.data as unknown])),
    new Map([
      ['Es gibt etwas Neues.', '/ui/'],
      ['Kommst du?', '/ui/'],
    ]),
  )

  // The browser changes the endpoint of the device, and the server receives the new one.
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  await worker.evaluate((keys) => {
    const { registration } = globalThis as unknown as InWorker
    const toJSON = () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/renewed', keys })
    registration.pushManager.subscribe = async () => ({ toJSON }) as unknown as PushSubscription
    dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { waitUntil: () => {} }))
  }, keys)
  const renewed = 'anna https://fcm.googleapis.com/fcm/send/renewed'
  await until(async () => (await known()).includes(renewed), 'the server knows it')
})
