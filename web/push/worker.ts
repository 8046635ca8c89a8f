/** The service worker, seen from a page. */

type Policies = { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } }

/** The answer headers let only this one policy make the address of a script; ours makes only this one. */
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('kontor', {
  createScriptURL: () => '/sw.js',
})

let registered: Promise<unknown> | undefined

/** Resolves when it is active; rejects when the browser did not take it. */
export async function getWorker(): Promise<ServiceWorkerRegistration> {
  registered ??= navigator.serviceWorker.register(policy?.createScriptURL('') ?? '/sw.js', { scope: '/' })
  try {
    await registered
  } catch (error) {
    registered = undefined
    throw error
  }
  return navigator.serviceWorker.ready
}
