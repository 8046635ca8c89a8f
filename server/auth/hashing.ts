// argon2id with its parameters stored beside the hash: `argon2id$m=19456,t=2,p=1$<salt>$<hash>`. At most two hashes
// are computed at a time, so that a flood of logins leaves CPU time for other requests.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createHashQueue, type QueueSlot } from './hash-queue.ts'

type Cost = { memory: number; passes: number; parallelism: number }
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
/** Runs `work` in the queue: two at a time, up to 16 waiting per queue; further entries may be refused as busy. */
export const runInHashQueue = createHashQueue({ atATime: 2, waiting: 16 })

/** Queue slot of signed-in people, and of the server itself. */
const SIGNED_IN_SLOT: QueueSlot = { network: 'signed in', isKnown: true }

const deriveArgon2 = promisify(argon2)

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await runInHashQueue(SIGNED_IN_SLOT, () => digest(password, salt, COST))
  return `argon2id$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Without a stored hash the same work is done against a dummy, so that timing reveals nothing. */
export async function isRightPassword(
  password: string,
  stored: string | null | undefined,
  place: QueueSlot = SIGNED_IN_SLOT,
): Promise<boolean> {
  const { cost, salt, hash } = parseStoredHash(stored ?? DUMMY_HASH)
  const computed = await runInHashQueue(place, () => digest(password, salt, cost))
  return timingSafeEqual(computed, hash) && stored !== null && stored !== undefined
}

/**
 * Waits in the queue like a client on an unknown network. At its turn, `isDue` decides whether a hash is computed
 * too.
 */
export function waitLikeStranger(password: string, network: string, isDue: () => boolean): Promise<void> {
  const { cost, salt } = parseStoredHash(DUMMY_HASH)
  return runInHashQueue({ network, isKnown: false }, async () => {
    if (isDue()) await digest(password, salt, cost)
  })
}

/** True if the hash was made with other parameters than the current ones. */
export function isOutdatedHash(stored: string): boolean {
  const { cost } = parseStoredHash(stored)
  return cost.memory !== COST.memory || cost.passes !== COST.passes || cost.parallelism !== COST.parallelism
}

const DUMMY_HASH = `argon2id$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

function digest(password: string, salt: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'))
  return deriveArgon2('argon2id', {
    message,
    nonce: salt,
    memory,
    passes,
    parallelism,
    tagLength: 32,
  })
}

function parseStoredHash(stored: string) {
  const [, memory, passes, parallelism, salt, hash] =
    /^argon2id\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored) ?? []
  if (!salt || !hash) throw new Error('a stored password hash is not readable')
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  }
}
