// Places for hashing passwords: a few at a time, and whoever waits is served by network, one of each in turn, so that a
// crowd from one network makes nobody else wait longer than a turn. Who is known goes first, in a queue of their own.
// When a queue is full, the network with the most in it gives its last place to a network with less.
import { refuse } from '#server/http/errors.ts'

export type Place = { network: string; isKnown: boolean }

/** So often known ones go before all others, while both wait: neither queue can starve the other. */
const KNOWN_FIRST = 3

export function hashQueue({ atATime, waiting }: { atATime: number; waiting: number }) {
  let running = 0
  let inARow = 0
  const known = new Queue(waiting)
  const others = new Queue(waiting)
  const next = () => {
    const isKnownsTurn = known.size > 0 && (others.size === 0 || inARow < KNOWN_FIRST)
    inARow = isKnownsTurn ? inARow + 1 : 0
    return (isKnownsTurn ? known : others).next()
  }
  return async <T>({ network, isKnown }: Place, work: () => Promise<T>): Promise<T> => {
    if (running < atATime) running++
    else await (isKnown ? known : others).wait(network)
    try {
      return await work()
    } finally {
      // The next in the queue takes over the place at once, so that nobody comes in between.
      const admitted = next()
      if (admitted) admitted.admit()
      else running--
    }
  }
}

type Waiting = { admit: () => void; giveUp: (reason: Error) => void }

class Queue {
  readonly #most: number
  /** In the order of their turns. */
  readonly #networks = new Map<string, Waiting[]>()
  size = 0

  constructor(most: number) {
    this.#most = most
  }

  wait(network: string): Promise<void> {
    const mine = this.#networks.get(network) ?? []
    if (this.size >= this.#most) this.#makeRoomBeside(mine.length)
    this.#networks.set(network, mine)
    this.size++
    return new Promise((admit, giveUp) => mine.push({ admit, giveUp }))
  }

  next(): Waiting | undefined {
    const [following] = this.#networks
    if (!following) return undefined
    const [network, waiting] = following
    const first = waiting.shift()
    this.#networks.delete(network)
    if (waiting.length > 0) this.#networks.set(network, waiting)
    this.size--
    return first
  }

  #makeRoomBeside(count: number) {
    const [longest = []] = [...this.#networks.values()].toSorted((one, other) => other.length - one.length)
    // Between equals whoever came first stays.
    if (longest.length < count + 2) throw refuse('busy')
    longest.pop()?.giveUp(refuse('busy'))
    this.size--
  }
}
