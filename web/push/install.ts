// Stores the browser's install prompt. The browser offers it once, before a button for it is on the screen.
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

/** Each prompt can be shown only once. */
export async function install(taken: Offer) {
  await taken.prompt()
  offer.set(undefined)
}
