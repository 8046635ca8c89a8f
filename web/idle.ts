/** Resolves when the browser is idle, at once on a hidden page. Safari has no `requestIdleCallback`. */
export const untilIdle = () =>
  new Promise<void>((go) => {
    if (document.visibilityState === 'hidden') return go()
    document.addEventListener('visibilitychange', () => go(), { once: true })
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => go(), { timeout: 5_000 })
    else setTimeout(go, 50)
  })
