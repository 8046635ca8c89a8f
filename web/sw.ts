// The service worker, at /sw.js for everything here: notifications, and a start without a network.
import { resubscribe } from './push/resubscribe.ts'
import { answer, install, removeOld } from './push/shell-files.ts'
import { open, show } from './push/show.ts'
import { scope } from './push/worker-scope.ts'

scope.addEventListener('install', (event) => {
  // A newer one takes over at once: windows that are open keep the files of their build.
  event.waitUntil(install().then(() => scope.skipWaiting()))
})
scope.addEventListener('activate', (event) => event.waitUntil(removeOld().then(() => scope.clients.claim())))
scope.addEventListener('fetch', answer)
scope.addEventListener('push', (event) => event.waitUntil(show(event.data)))
scope.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)))
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(resubscribe()))
