// A page with the CPU at a quarter of its speed, and when it has painted what was asked for.
import type { Page } from 'playwright-core'

export async function slowDown(page: Page) {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/**
 * A function for scripts in the page: calls `done` at the end of the first frame in which `shows` holds. The
 * message is handled only after that frame has been painted.
 */
export const whenPainted = `((shows, done) => requestAnimationFrame(function frame() {
  if (!shows()) return requestAnimationFrame(frame)
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = done
  port2.postMessage(0)
}))`
