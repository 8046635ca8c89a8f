/**
 * Nothing of who leaves stays in this browser: unsaved work, folded sections, notifications and their address, and
 * every cache but the app's own files. Each by itself: one that fails shall not keep the others.
 */
import { forgetAll } from '#web/unsaved/storage.ts'

/** What a browser has not done by then, it does later or never. */
const PATIENCE_MS = 3_000

export async function forgetEverything() {
  const all = Promise.allSettled([
    forgetAll(),
    forgetNotifications(),
    forgetCaches(),
    clear(() => localStorage),
    clear(() => sessionStorage),
  ])
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
}

async function forgetNotifications() {
  await navigator.clearAppBadge?.().catch(() => {})
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

async function forgetCaches() {
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  // Those of the service worker hold the files of the build, and nothing else.
  await Promise.all(names.filter((name) => !name.startsWith('kontor-')).map((name) => caches.delete(name)))
}

/** Some browsers refuse even to be asked: the rejection is one of those that are settled. */
const clear = async (shelf: () => Storage) => shelf().clear()
