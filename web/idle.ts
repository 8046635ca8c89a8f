/** requestIdleCallback, which Safari lacks; at once on hidden pages. */
export const idle = () =>
  new Promise<void>((go) => {
    if (document.visibilityState === 'hidden') return go()
    document.addEventListener('visibilitychange', () => go(), { once: true })
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => go(), { timeout: 5_000 })
    else setTimeout(go, 50)
  })
