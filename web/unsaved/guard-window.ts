/**
 * A press that holds at once on the screen is on its way to the server, or waits for those before it. Until it is there
 * the window does not close without a question of the browser; other screens may be gone to, since nothing is lost by that.
 */
let open = 0

export async function guardWindow<T>(work: Promise<T>): Promise<T> {
  if (open++ === 0) globalThis.addEventListener?.('beforeunload', ask)
  try {
    return await work
  } finally {
    if (--open === 0) globalThis.removeEventListener?.('beforeunload', ask)
  }
}

const ask = (event: Event) => event.preventDefault()
