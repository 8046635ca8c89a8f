// The logout: what it loses of what this browser alone has, and what it leaves behind, which is nothing.
import { queryOptions } from '@tanstack/react-query'
import { shelf } from '#web/outbox/browser.ts'
import { countLeft } from '#web/outbox/left.ts'
import { endThisSession } from './queries.ts'

/** Asked again and again: while the question stands, some of it may still reach the server. */
const EVERY_MS = 1_000

export const leftQuery = ({ id }: { id: number }) =>
  queryOptions({
    queryKey: ['drafts', 'left', id],
    queryFn: () => countLeft(id),
    refetchInterval: EVERY_MS,
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
  })

/** The server forgets the session, the browser what it has kept; the rest goes with the page. */
export async function logOut({ id }: { id: number }) {
  await endThisSession()
  await forgetEverything(id)
}

/** What a browser has not done by then, it does later or never. */
const PATIENCE_MS = 3_000

/**
 * Nothing of who leaves stays in this browser: unsaved work, what was kept to be read, folded sections, notifications
 * and their address, and every cache but the app's own files. Each by itself: one that fails shall not keep the
 * others. The unsaved work of somebody whose session has ended here before waits for them.
 */
async function forgetEverything(user_id: number) {
  const all = Promise.allSettled([
    shelf.clear(`${user_id}/`),
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
  // Those hold the files of a build, and nothing else.
  await Promise.all(names.filter((name) => !name.startsWith('kontor-')).map((name) => caches.delete(name)))
}

/** Some browsers refuse even to be asked: the rejection is one of those that are settled. */
const clear = async (shelf: () => Storage) => shelf().clear()
