// Stores the browser's install prompt. The browser offers it once, before a button for it is on the screen.
import { createStore, useStore } from '#web/store.ts'

type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

const installPrompt = createStore<InstallPrompt | undefined>(undefined)

export function listenForInstallPrompt() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installPrompt.set(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => installPrompt.set(undefined))
}

export const useInstallPrompt = () => useStore(installPrompt)

/** Each prompt can be shown only once. */
export async function showInstallPrompt(taken: InstallPrompt) {
  await taken.prompt()
  installPrompt.set(undefined)
}
