/** Runs as an installed app, without an address bar. */
export const isInstalledApp = () =>
  ['standalone', 'minimal-ui', 'fullscreen'].some((mode) => matchMedia(`(display-mode: ${mode})`).matches)

/** iPhone or iPad, in a browser instead of from the home screen. */
export function isIosBrowser(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  // iPads identify as Macs, but no Mac has a touch screen.
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isApple && !matchMedia('(display-mode: standalone)').matches
}
