import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { BrowserContextOptions, Page, Worker } from 'playwright-core'
import { cast, type Person } from '#demo/cast.ts'
import { expectAccessible } from './accessible.ts'
import { launch } from './browser.ts'
import { startKontor } from './kontor.ts'
import { canBeNotified, type Stubs } from './push-stubs.ts'
import { signIn } from './sign-in.ts'

const kontor = await startKontor()
const browser = await launch()
after(async () => {
  await browser.close()
  await kontor.stop()
})

async function profileOf(person: Person, stubs?: Stubs, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: kontor.url, locale: 'de-DE', ...options })
  if (stubs) await canBeNotified(context, stubs)
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await signIn(page, person.username)
  await page.goto('/ui/profile')
  return page
}

const activate = (page: Page) => page.getByRole('button', { name: 'Benachrichtigungen aktivieren' }).click()
const devices = (page: Page) =>
  page.getByRole('list', { name: 'Benachrichtigte Geräte' }).getByRole('listitem')
const permission = (page: Page, word: string) => page.getByText(word, { exact: true }).waitFor()
const { db } = kontor.kontor
beforeEach(() => db.deleteFrom('push_subscriptions').execute())

type Fake = { read(): { subscribed?: string; serverKey?: string }; change(state: object): void }
const endpointOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { fakePush: Fake }).fakePush.read().subscribed)
const change = (page: Page, state: object) =>
  page.evaluate((state) => (globalThis as unknown as { fakePush: Fake }).fakePush.change(state), state)
const known = async () =>
  (
    await db
      .selectFrom('push_subscriptions')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['endpoint', 'username'])
      .execute()
  ).map(({ endpoint, username }) => `${username} ${endpoint}`)

async function until(isSo: () => Promise<boolean>, what: string) {
  for (let tries = 0; !(await isSo()); tries++) {
    assert.ok(tries < 100, what)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('the profile says in words what the browser says, and what can be done', async () => {
  const page = await profileOf(cast.anna, { permission: 'denied' })
  await permission(page, 'abgelehnt')
  await page.getByText('Erlauben Sie dort Benachrichtigungen').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Benachrichtigungen aktivieren' }).count(), 0)
  await page.context().close()

  const asked = await profileOf(cast.anna, { permission: 'default', answer: 'denied' })
  await permission(asked, 'nicht gefragt')
  await activate(asked)
  await permission(asked, 'abgelehnt')
  await asked.context().close()

  const onPhone = await profileOf(cast.anna, { permission: 'denied' }, { isMobile: true, hasTouch: true })
  await permission(onPhone, 'abgelehnt')
  await onPhone.getByText('im Menü des Browsers').waitFor()
  assert.equal(await onPhone.getByText('neben der Adresse').count(), 0)
  await onPhone.context().close()

  // The browser as it is, without anything put into it.
  const bare = await profileOf(cast.anna)
  const words = { granted: 'erlaubt', denied: 'abgelehnt', default: 'nicht gefragt' }
  await permission(bare, words[await bare.evaluate(() => Notification.permission)])
  await bare.context().close()
})

test('an iPhone in the browser is told the way over the home screen', async () => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1'
  const viewport = { width: 390, height: 800 }
  const context = await browser.newContext({ baseURL: kontor.url, locale: 'de-DE', userAgent, viewport })
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PushManager')
  })
  const page = await context.newPage()
  await signIn(page, cast.anna.username)
  await page.goto('/ui/profile')
  await permission(page, 'nicht möglich in diesem Browser')
  await page.getByText('Wählen Sie „Zum Home-Bildschirm“').waitFor()
  await expectAccessible(page)
  await context.close()
})

test('a device is switched on, tried and switched off', async () => {
  const page = await profileOf(cast.anna, { permission: 'default' })
  await activate(page)
  await permission(page, 'erlaubt')
  await devices(page).getByText('dieses Gerät').waitFor()
  assert.match(await devices(page).innerText(), /Chrome auf Linux.*noch nie benachrichtigt/s)

  await page.getByRole('button', { name: 'Probe senden' }).click()
  await page.getByText('Die Probe ist unterwegs.').waitFor()
  await until(async () => {
    await page.reload()
    await devices(page).waitFor()
    return (await devices(page).innerText()).includes('zuletzt benachrichtigt')
  }, 'the list says when the device was told last')

  await page.getByRole('button', { name: 'Auf diesem Gerät ausschalten' }).click()
  await page.getByText('Bisher wird keines Ihrer Geräte benachrichtigt.').waitFor()
  assert.equal(await endpointOf(page), undefined)
  await page.reload()
  await page.getByText('auf diesem Gerät ist es ausgeschaltet').waitFor()
  assert.deepEqual(await known(), [])
  await page.context().close()
})

test('what breaks on the way is said with the sentence for it', async () => {
  const page = await profileOf(cast.anna, { permission: 'default', broken: true })
  await activate(page)
  await page.getByRole('alert').getByText('Fehler beim aktivieren der Push-Benachrichtigungen').waitFor()
  await permission(page, 'erlaubt')
  await page.context().close()
})

test('another device is removed from the list after a question', async () => {
  const page = await profileOf(cast.anna, { permission: 'default' })
  const other = await profileOf(cast.anna, { permission: 'default' })
  for (const each of [page, other]) {
    await activate(each)
    await permission(each, 'erlaubt')
    await devices(each).getByText('dieses Gerät').waitFor()
  }
  await page.reload()
  await devices(page).nth(1).waitFor()
  const foreign = devices(page).filter({ hasNotText: 'dieses Gerät' })
  await foreign.getByRole('button', { name: /entfernen/ }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('meldet sich das Gerät neu an').waitFor()
  await question.getByRole('button', { name: 'Entfernen' }).click()
  await foreign.waitFor({ state: 'detached' })
  assert.equal(await devices(page).count(), 1)
  for (const each of [page, other]) await each.context().close()
})

test('each start puts right what got lost: at the server, in the browser, with the server’s key', async () => {
  const page = await profileOf(cast.anna, { permission: 'default' })
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
  await page.context().close()
})

test('a device belongs to who is signed in on it; a logout takes it away', async () => {
  const page = await profileOf(cast.anna, { permission: 'default' })
  await activate(page)
  await devices(page).getByText('dieses Gerät').waitFor()
  const endpoint = await endpointOf(page)
  // The session ends by itself, without a logout.
  await page.context().clearCookies()
  await signIn(page, cast.bruno.username)
  await until(async () => (await known()).join() === `bruno ${endpoint}`, 'it is Bruno’s now')

  await page.goto('/ui/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/ui/login')
  assert.deepEqual(await known(), [])
  assert.equal(await endpointOf(page), undefined)
  // Who comes next has not asked for anything.
  await signIn(page, cast.anna.username)
  await page.goto('/ui/profile')
  await page.getByText('auf diesem Gerät ist es ausgeschaltet').waitFor()
  assert.deepEqual(await known(), [])
  await page.context().close()
})

test('quiet hours have a beginning and an end; wishes are kept', async () => {
  const page = await profileOf(cast.anna)
  const form = page.getByRole('form', { name: 'Wann und worüber' })
  await form.getByText('die auf „Alarm“ stehen').waitFor()
  // Pressed with the time still being typed: the first press counts.
  await form.getByLabel('Ruhe von', { exact: true }).fill('22')
  const save = form.getByRole('button', { name: 'Speichern' })
  await save.scrollIntoViewIfNeeded()
  const { x = 0, y = 0 } = (await save.boundingBox()) ?? {}
  await page.mouse.click(x + 20, y + 10)
  await form.getByText('„Ruhe von“ und „Ruhe bis“ gehören zusammen.').waitFor()
  await form.getByRole('checkbox', { name: 'Neue Prozesse' }).uncheck()
  await form.getByRole('button', { name: 'Speichern' }).click()
  await form.getByText('„Ruhe von“ und „Ruhe bis“ gehören zusammen.').waitFor()
  await form.getByLabel('Ruhe bis', { exact: true }).fill('630')
  await form.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Gespeichert').waitFor()
  // What cannot be read is not saved as what stood there before.
  await form.getByLabel('Ruhe bis', { exact: true }).fill('25:30')
  await form.getByRole('button', { name: 'Speichern' }).click()
  await form.getByText('Bitte eine Uhrzeit angeben, zum Beispiel 8:15.').waitFor()
  assert.equal(await form.getByLabel('Ruhe bis', { exact: true }).inputValue(), '25:30')
  await page.reload()
  assert.equal(await form.getByLabel('Ruhe von', { exact: true }).inputValue(), '22:00')
  assert.equal(await form.getByLabel('Ruhe bis', { exact: true }).inputValue(), '06:30')
  assert.equal(await form.getByRole('checkbox', { name: 'Neue Prozesse' }).isChecked(), false)
  assert.equal(await form.getByRole('checkbox', { name: 'Neue Zeiterfassung' }).isChecked(), true)
  await page.context().close()
})

test('the app is offered for installing where the browser offers it', async () => {
  const page = await profileOf(cast.anna)
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
  await page.context().close()
})

type Shown = { title: string; options: NotificationOptions }
type InWorker = { shown: Shown[]; registration: ServiceWorkerRegistration; navigator: Navigator }

/** Pushes by the browser's own test facility. Where it shows no notifications, what it was asked to show is noted. */
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
      // It has no icon either: without a mark to set, this browser would end the worker.
      scope.navigator.setAppBadge = async () => {}
      scope.registration.showNotification = async (title, options = {}) => {
        scope.shown.push({ title, options })
      }
    })
  }
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
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

test('a push is shown with what it says, unless its place is looked at', async () => {
  const page = await profileOf(cast.anna)
  const { push, shown } = await withPush(page)
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
  // Walked to, not loaded: the address that the window began with is another one.
  await page.getByRole('link', { name: 'Prozesse', exact: true }).click()
  await page.waitForURL('**/ui/docs?**')
  await push(JSON.stringify({ ...message, tag: 'seen' }))
  await push(JSON.stringify({ ...message, path: '/ui/chat', tag: 'elsewhere' }))
  await until(async () => (await shown()).length === 2, 'the one from elsewhere is shown')
  const tags = (await shown()).map((one) => one.options.tag)
  assert.deepEqual(new Set(tags), new Set(['chat-direct-1', 'elsewhere']))
  await page.context().close()
})

test('what cannot be read is shown as something, and leads into the app only', async () => {
  const page = await profileOf(cast.anna)
  const { push, shown } = await withPush(page)
  await push('{"broken')
  await until(async () => (await shown()).length === 1, 'shown without words')
  assert.deepEqual((await shown())[0]?.options.body, 'Es gibt etwas Neues.')
  await push(JSON.stringify({ ...message, path: 'https://elsewhere.example/' }))
  await until(async () => (await shown()).length === 2, 'shown with words')
  assert.deepEqual(
    (await shown()).map((one) => one.options.data as string),
    ['/ui/', '/ui/'],
  )
  await page.context().close()
})

test('a click on a notification leads the open window there, without loading it anew', async () => {
  const page = await profileOf(cast.anna)
  const { worker } = await withPush(page)
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
  await worker.evaluate(() => {
    const notification = { close: () => {}, data: '/ui/docs?filter=Licht' }
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }))
  })
  await page.waitForURL('**/ui/docs?*filter=Licht*')
  assert.equal(await page.evaluate(() => (globalThis as { isSame?: boolean }).isSame), true)
  await page.context().close()
})

test('when the browser changes a device’s address, the server is told the new one', async () => {
  const page = await profileOf(cast.david, { permission: 'default' })
  await activate(page)
  await devices(page).getByText('dieses Gerät').waitFor()
  const { keys } = await page.evaluate(async () => {
    const { pushManager } = await navigator.serviceWorker.ready
    return ((await pushManager.getSubscription()) as PushSubscription).toJSON()
  })
  const { worker } = await withPush(page)
  await worker.evaluate((keys) => {
    const { registration } = globalThis as unknown as InWorker
    const toJSON = () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/renewed', keys })
    registration.pushManager.subscribe = async () => ({ toJSON }) as unknown as PushSubscription
    dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { waitUntil: () => {} }))
  }, keys)
  const renewed = 'david https://fcm.googleapis.com/fcm/send/renewed'
  await until(async () => (await known()).includes(renewed), 'the server knows it')
  await page.context().close()
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`the profile is accessible and never too wide: ${colorScheme}, ${width} px`, async () => {
      const options = { colorScheme, viewport: { width, height: 800 }, isMobile: width < 500 }
      const page = await profileOf(cast.clara, { permission: 'default' }, options)
      await permission(page, 'nicht gefragt')
      await expectAccessible(page)
      await activate(page)
      await devices(page).first().getByText('dieses Gerät').waitFor()
      await expectAccessible(page)
      await page.context().close()
    })
  }
}
