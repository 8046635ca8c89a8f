/**
 * A press that holds at once on the screen is on its way to the server, or waits for those before it. Until it is
 * there the window does not close without a question of the browser; other screens may be gone to, since nothing is
 * lost by that.
 */
export function guardWindow<T>(work: Promise<T>): Promise<T> {
  if (open++ === 0) addEventListener('beforeunload', ask)
  return work.finally(() => {
    if (--open === 0) removeEventListener('beforeunload', ask)
  })
}

let open = 0
const ask = (event: Event) => event.preventDefault()
