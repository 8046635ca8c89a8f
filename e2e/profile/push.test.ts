import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Worker } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { moment } from '../patience.ts'
import { activate, devicesOf, setPushStage } from './push-stage.ts'

const { kontor, open, known } = await setPushStage()
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

test('a push is shown with what it says, unless its place is looked at', async () => {
  const page = await open(cast.anna)
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
})

test('what cannot be read is shown as something, and leads into the app only', async () => {
  const page = await open(cast.anna)
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
})

test('a click on a notification leads the open window there, without loading it anew', async () => {
  const page = await open(cast.anna)
  const { worker } = await withPush(page)
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
  await worker.evaluate(() => {
    const notification = { close: () => {}, data: '/ui/docs?filter=Licht' }
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }))
  })
  await page.waitForURL('**/ui/docs?*filter=Licht*')
  assert.equal(await page.evaluate(() => (globalThis as { isSame?: boolean }).isSame), true)
})

test('when the browser changes a device’s address, the server is told the new one', async () => {
  const page = await open(cast.david, { permission: 'default' })
  await activate(page)
  await devicesOf(page).getByText('dieses Gerät').waitFor()
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
})
