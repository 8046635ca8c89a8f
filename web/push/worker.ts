// The service worker, seen from a page.

type Policies = { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } }

/** The answer headers let only this one policy make the address of a script; ours makes only this one. */
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('kontor', {
  createScriptURL: () => '/sw.js',
})

let active: Promise<ServiceWorkerRegistration> | undefined

/** Resolves when it is active; rejects when the browser did not take it, and whoever asks then has it tried anew. */
export function getWorker(): Promise<ServiceWorkerRegistration> {
  active ??= register()
  active.catch(() => (active = undefined))
  return active
}

async function register() {
  const registration = await navigator.serviceWorker.register(policy?.createScriptURL('') ?? '/sw.js', {
    scope: '/',
  })
  const begun = registration.installing ?? registration.waiting
  // `ready` would wait for ever where a file of the installation did not come.
  while (!registration.active) {
    if (!begun || begun.state === 'redundant') throw new Error('the service worker was not installed')
    await new Promise((changed) => begun.addEventListener('statechange', changed, { once: true }))
  }
  return registration
}
