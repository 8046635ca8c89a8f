// The service worker, at /sw.js for everything here: a start without a network, what was read, and notifications.
import { networkFirst } from './worker/calls.ts'
import { openWindow, resubscribe, show } from './worker/notifications.ts'
import { PAGE, type Rule, ruleFor } from './worker/rule.ts'
import { type AppFetch, scope } from './worker/scope.ts'
import {
  fileOrKept,
  files,
  installFiles,
  keptOrAsset,
  pageOrKept,
  removeOldFiles,
} from './worker/shell-files.ts'

scope.addEventListener('install', (event) => {
  // A newer one takes over at once: windows that are open keep the files of their build.
  event.waitUntil(installFiles().then(() => scope.skipWaiting()))
})
scope.addEventListener('activate', (event) => {
  // Release 1.1 kept there what was read.
  indexedDB.deleteDatabase('kontor-copies')
  event.waitUntil(removeOldFiles().then(() => scope.clients.claim()))
})

const answers: Record<Rule, (event: AppFetch) => Promise<Response>> = {
  page: pageOrKept,
  'to the page': async () => Response.redirect(PAGE, 302),
  file: fileOrKept,
  'named by its content': keptOrAsset,
  call: networkFirst,
}
scope.addEventListener('fetch', (event) => {
  const rule = ruleFor(event.request, location.origin, files)
  if (rule) event.respondWith(answers[rule](event))
})

scope.addEventListener('push', (event) => event.waitUntil(show(event.data)))
scope.addEventListener('notificationclick', (event) => event.waitUntil(openWindow(event.notification)))
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(resubscribe()))
