// Some browsers offer to install the app, once and early: the offer is held until somebody wants it.
import { createStore, useStore } from '#web/store.ts'

type Offer = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

const offer = createStore<Offer | undefined>(undefined)

export function awaitOffer() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer.set(event as Offer)
  })
  addEventListener('appinstalled', () => offer.set(undefined))
}

export const useInstallOffer = () => useStore(offer)

/** A browser shows each offer only once. */
export async function install(taken: Offer) {
  await taken.prompt()
  offer.set(undefined)
}
