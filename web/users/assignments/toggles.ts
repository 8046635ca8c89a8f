// Optimistic toggles. One call per cell at a time: changes during a call are merged, and only the last state is sent.

type PendingToggle<State> = { wanted: State; confirmed: State }

type Toggles<Cell, State> = {
  toggle(cell: Cell, from: State, to: State): void
  /** Resolves when nothing is pending. */
  settled(): Promise<void>
  /** Increases with every toggle, and when the calls for a cell have ended. A read that began before is outdated. */
  version(): number
}

export function createToggles<Cell, State>({
  keyOf,
  send,
  show,
  failed,
}: {
  keyOf: (cell: Cell) => string
  send: (cell: Cell, wanted: State) => Promise<unknown>
  show: (cell: Cell, state: State) => void
  failed: (cell: Cell, error: unknown) => void
}): Toggles<Cell, State> {
  const open = new Map<string, PendingToggle<State>>()
  let waiting: (() => void)[] = []
  let version = 0

  async function work(cell: Cell, state: PendingToggle<State>) {
    try {
      while (state.wanted !== state.confirmed) {
        const wanted = state.wanted
        await send(cell, wanted)
        state.confirmed = wanted
      }
    } catch (error) {
      show(cell, state.confirmed)
      failed(cell, error)
    }
    version++
    open.delete(keyOf(cell))
    if (open.size > 0) return
    for (const go of waiting) go()
    waiting = []
  }

  return {
    toggle(cell, from, to) {
      version++
      show(cell, to)
      const running = open.get(keyOf(cell))
      if (running) {
        running.wanted = to
        return
      }
      const state = { wanted: to, confirmed: from }
      open.set(keyOf(cell), state)
      void work(cell, state)
    },
    settled: () => (open.size === 0 ? Promise.resolve() : new Promise((go) => waiting.push(go))),
    version: () => version,
  }
}
