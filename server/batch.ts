/** `gathersMs`: where items wait already, the next batch begins no sooner after the last one has begun. */
type Bounds = { most: number; gathersMs?: number }
type Waiting<Item, Result> = {
  item: Item
  done: (result: Result) => void
  failed: (reason: unknown) => void
}
/** `look`: called when one has come while a batch is gathered. */
type Queue<Item, Result> = { items: Waiting<Item, Result>[]; look?: () => void }

/**
 * Micro-batching by key: while one batch runs, later items form the next one, in their order. An item that comes
 * alone is worked on at once.
 */
export function batch<Item, Result>(
  work: (key: string, items: Item[]) => Promise<PromiseSettledResult<Result>[]>,
  { most, gathersMs = 0 }: Bounds,
) {
  const queues = new Map<string, Queue<Item, Result>>()

  async function run(key: string, queue: Queue<Item, Result>) {
    while (queue.items.length > 0) {
      const items = queue.items.splice(0, most)
      const begin = performance.now()
      try {
        const outcomes = await work(
          key,
          items.map(({ item }) => item),
        )
        for (const [place, outcome] of outcomes.entries()) {
          if (outcome.status === 'fulfilled') items[place]?.done(outcome.value)
          else items[place]?.failed(outcome.reason)
        }
      } catch (error) {
        for (const { failed } of items) failed(error)
      }
      if (queue.items.length > 0) await gather(queue, begin + gathersMs)
    }
    queues.delete(key)
  }

  /**
   * Until then, or until it is full. Whoever comes looks at the clock as well: while more than a thousand connections
   * have something to say at once, Node can leave its timers alone for a second.
   */
  function gather(queue: Queue<Item, Result>, until: number): Promise<void> | undefined {
    const isDue = () => queue.items.length >= most || performance.now() >= until
    if (isDue()) return undefined
    return new Promise((gathered) => {
      const end = () => {
        clearTimeout(timer)
        delete queue.look
        gathered()
      }
      const timer = setTimeout(end, until - performance.now())
      queue.look = () => {
        if (isDue()) end()
      }
    })
  }

  return (key: string, item: Item): Promise<Result> =>
    new Promise((done, failed) => {
      const queue = queues.get(key)
      if (queue) {
        queue.items.push({ item, done, failed })
        queue.look?.()
        return
      }
      const first = { items: [{ item, done, failed }] }
      queues.set(key, first)
      void run(key, first)
    })
}
