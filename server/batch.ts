/**
 * What is asked for the same thing while it is being worked on is done together next, in its order: one commit for many.
 * Nobody waits for company: what comes alone is done at once.
 */
export function together<Item, Result>(
  work: (key: string, items: Item[]) => Promise<PromiseSettledResult<Result>[]>,
  { most }: { most: number },
) {
  type Asked = { item: Item; done: (result: Result) => void; failed: (reason: unknown) => void }
  const waiting = new Map<string, Asked[]>()

  async function workOff(key: string, queue: Asked[]) {
    while (queue.length > 0) {
      const asked = queue.splice(0, most)
      try {
        const items = asked.map(({ item }) => item)
        for (const [place, outcome] of (await work(key, items)).entries()) {
          if (outcome.status === 'fulfilled') asked[place]?.done(outcome.value)
          else asked[place]?.failed(outcome.reason)
        }
      } catch (error) {
        for (const { failed } of asked) failed(error)
      }
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
      const mine = [{ item, done, failed }]
      waiting.set(key, mine)
      void workOff(key, mine)
    })
}
