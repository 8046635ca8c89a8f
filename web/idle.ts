/** When nothing is painted, scrolled or typed, which Safari does not tell; at once when nobody looks any more. */
export const idle = () =>
  new Promise<void>((go) => {
    if (document.visibilityState === 'hidden') return go()
    document.addEventListener('visibilitychange', () => go(), { once: true })
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => go(), { timeout: 5_000 })
    else setTimeout(go, 50)
  })
