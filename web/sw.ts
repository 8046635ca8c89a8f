// The service worker at /sw.js: offline start, offline copies, push notifications.
import { networkFirst } from './worker/calls.ts'
import { openWindow, resubscribe, showPush } from './worker/notifications.ts'
import { type FetchRule, PAGE_PATH, ruleFor } from './worker/rule.ts'
import { type FetchEvent, scope } from './worker/scope.ts'
import {
  cacheFirstAsset,
  installFiles,
  networkFirstFile,
  networkFirstPage,
  removeOldFiles,
  shellFiles,
} from './worker/shell-files.ts'

scope.addEventListener('install', (event) => {
  // Activates at once. Open windows still get the files of the build that they have loaded.
  event.waitUntil(installFiles().then(() => scope.skipWaiting()))
})
scope.addEventListener('activate', (event) => {
  // Release 1.1 stored its offline copies in this database.
  indexedDB.deleteDatabase('kontor-copies')
  event.waitUntil(removeOldFiles().then(() => scope.clients.claim()))
})

const fetchHandlers: Record<FetchRule, (event: FetchEvent) => Promise<Response>> = {
  page: networkFirstPage,
  'to the page': async () => Response.redirect(PAGE_PATH, 302),
  file: networkFirstFile,
  'named by its content': cacheFirstAsset,
  call: networkFirst,
}
scope.addEventListener('fetch', (event) => {
  const rule = ruleFor(event.request, location.origin, shellFiles)
  if (rule) event.respondWith(fetchHandlers[rule](event))
})

// A page posts a message if no worker controls it, for example because it was loading during the activation.
scope.addEventListener('message', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))
scope.addEventListener('notificationclick', (event) => event.waitUntil(openWindow(event.notification)))
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(resubscribe()))
