// Logout: ends the session and removes the user's data from this browser.
import { recordStore } from '#web/outbox/browser.ts'
import { endThisSession } from './queries.ts'

/** Ends the session and clears the browser's stores. The caller reloads the page. */
export async function logOut({ id }: { id: number }) {
  await endThisSession()
  await forgetEverything(id)
}

/** In ms. Clearing that takes longer continues in the background. */
const CLEARING_TIMEOUT_MS = 3_000

/**
 * Removes the person's local data: unsaved work, offline copies, folded sections, the push subscription, and
 * all caches except the app's files. Steps are independent, so that one failure does not stop the others.
 * Unsaved work of other people, whose session expired in this browser, stays.
 */
async function forgetEverything(user_id: number) {
  const all = Promise.allSettled([
    recordStore.clear(`${user_id}/`),
    forgetNotifications(),
    forgetCaches(),
    clearStorage(() => localStorage),
    clearStorage(() => sessionStorage),
  ])
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, CLEARING_TIMEOUT_MS))])
}

async function forgetNotifications() {
  await navigator.clearAppBadge?.().catch(() => {})
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

async function forgetCaches() {
  if (!('caches' in globalThis)) return
  const names = await caches.keys()
  // Caches whose names start with 'kontor-' contain only the files of a build, no user data.
  await Promise.all(names.filter((name) => !name.startsWith('kontor-')).map((name) => caches.delete(name)))
}

/** Async, so that an error on access, which some browsers throw, becomes a rejection for `allSettled`. */
const clearStorage = async (area: () => Storage) => area().clear()
