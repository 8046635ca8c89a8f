// Queue for hashing passwords. A few hashes run at a time, and waiting networks take turns, so that many requests of
// one network delay others by at most one turn. Clients on networks from which the account has logged in before have
// a queue of their own, with priority. If a queue is full, the network with the most entries loses its newest entry
// to a network with at least two fewer.
import { refuse } from '#server/http/errors.ts'

export type QueueSlot = { network: string; isKnown: boolean }

/**
 * Maximum of entries taken in a row from the queue of known clients while both queues have entries. Then one other
 * client is admitted, so that neither queue starves.
 */
const MAX_KNOWN_IN_A_ROW = 3

export function createHashQueue({ atATime, waiting }: { atATime: number; waiting: number }) {
  let running = 0
  let inARow = 0
  const knownClients = new Queue(waiting)
  const others = new Queue(waiting)
  const next = () => {
    const isKnownsTurn = knownClients.size > 0 && (others.size === 0 || inARow < MAX_KNOWN_IN_A_ROW)
    inARow = isKnownsTurn ? inARow + 1 : 0
    return (isKnownsTurn ? knownClients : others).next()
  }
  return async <T>({ network, isKnown }: QueueSlot, work: () => Promise<T>): Promise<T> => {
    if (running < atATime) running++
    else await (isKnown ? knownClients : others).wait(network)
    try {
      return await work()
    } finally {
      // The slot is handed over directly, so that nobody can slip in between.
      const admitted = next()
      if (admitted) admitted.admit()
      else running--
    }
  }
}

type WaitingEntry = { admit: () => void; giveUp: (reason: Error) => void }

class Queue {
  readonly #most: number
  /** Waiting entries by network. The order of insertion is the order of the networks' turns. */
  readonly #networks = new Map<string, WaitingEntry[]>()
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

  next(): WaitingEntry | undefined {
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
    // With a difference of one, replacing an entry would only reverse the roles, so the newcomer is refused.
    if (longest.length < count + 2) throw refuse('busy')
    longest.pop()?.giveUp(refuse('busy'))
    this.size--
  }
}
