/** Some browsers offer to install the app, once and early: the offer is held until somebody wants it. */
import { useSyncExternalStore } from 'react'

type Offer = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

let offer: Offer | undefined
const listeners = new Set<() => void>()

function hold(next: Offer | undefined) {
  offer = next
  for (const listener of listeners) listener()
}

export function awaitOffer() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    hold(event as Offer)
  })
  addEventListener('appinstalled', () => hold(undefined))
}

export const useInstallOffer = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offer,
  )

/** A browser shows each offer only once. */
export async function install(taken: Offer) {
  await taken.prompt()
  hold(undefined)
}
