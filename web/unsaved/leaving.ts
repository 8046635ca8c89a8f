/** Whether the page may be at its end: the browser asks whether to leave it, puts it away, or nobody sees it. */
let asked = false
export const leaving = () => asked || globalThis.document?.visibilityState === 'hidden'

const ask = () => {
  asked = true
  // While the browser asks nothing goes on: whoever comes back to this has stayed.
  setTimeout(() => {
    asked = false
  }, STAYED_MS)
}
const STAYED_MS = 1_000
// Before those that write something down then.
globalThis.addEventListener?.('beforeunload', ask, { capture: true })
globalThis.addEventListener?.('pagehide', ask, { capture: true })
