// Access to the service worker from a page.

type PolicyFactory = { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } }

/** Trusted Types: the only policy that the CSP allows, for this one script. */
const scriptUrlPolicy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy(
  'kontor',
  {
    createScriptURL: () => '/sw.js',
  },
)

let activeWorker: Promise<ServiceWorkerRegistration> | undefined

/** Resolves when the worker is active. Rejects if its installation failed; the next call tries again. */
export function getWorker(): Promise<ServiceWorkerRegistration> {
  activeWorker ??= register()
  activeWorker.catch(() => (activeWorker = undefined))
  return activeWorker
}

async function register() {
  const registration = await navigator.serviceWorker.register(
    scriptUrlPolicy?.createScriptURL('') ?? '/sw.js',
    {
      scope: '/',
    },
  )
  const begun = registration.installing ?? registration.waiting
  // `ready` would never resolve if the installation failed.
  while (!registration.active) {
    if (!begun || begun.state === 'redundant') throw new Error('the service worker was not installed')
    await new Promise((changed) => begun.addEventListener('statechange', changed, { once: true }))
  }
  // Asks the worker to control this page. Otherwise it would cache no response of this visit for offline use.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
  if (!navigator.serviceWorker.controller) registration.active.postMessage('claim')
  return registration
}
