import { setTimeout as sleep } from 'node:timers/promises'

/** `gathersMs`: where items wait already, the next batch begins no sooner after the last one has begun. */
type Bounds = { most: number; gathersMs?: number }

/**
 * Micro-batching by key: while one batch runs, later items form the next one, in their order. An item that comes alone is
 * worked on at once.
 */
export function batch<Item, Result>(
  work: (key: string, items: Item[]) => Promise<PromiseSettledResult<Result>[]>,
  { most, gathersMs = 0 }: Bounds,
) {
  type Waiting = { item: Item; done: (result: Result) => void; failed: (reason: unknown) => void }
  const waiting = new Map<string, Waiting[]>()

  async function run(key: string, queue: Waiting[]) {
    while (queue.length > 0) {
      const items = queue.splice(0, most)
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
      const early = begin + gathersMs - performance.now()
      if (early > 0 && queue.length > 0 && queue.length < most) await sleep(early)
    }
    waiting.delete(key)
  }

  return (key: string, item: Item): Promise<Result> =>
    new Promise((done, failed) => {
      const queue = waiting.get(key)
      if (queue) {
        queue.push({ item, done, failed })
        return
      }
      const first = [{ item, done, failed }]
      waiting.set(key, first)
      void run(key, first)
    })
}
