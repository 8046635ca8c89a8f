import type { Tx } from '#server/db/connect.ts'
import { countLoss } from '#server/jobs/losses-store.ts'
import { countJobs, putJobs } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { type Address, type AwakeDevice, listAwakeDevices, type Said, type Wish } from './store.ts'

/** As a device shows it. `path` is where a click leads; of several with one `tag` only the newest is seen. */
export type Notification = { title: string; body: string; path: string; tag: string }
export const PUSH = 'push.send'

/**
 * The payload of the job for one device. `said` is the message that a chat's notification is about; `address` is there
 * where the device hears of it once more although nobody is signed in on it any longer.
 */
export type Push = {
  subscription_id: number
  user_id: number
  notification: Notification
  said?: Said
  address?: Address
}

type Choice = {
  /** Only who wants to hear of this. */
  wish?: Wish
  said?: Said
  /** Seconds after which it is no news any more. */
  lifetime?: number
  /** It is about the end of the session itself. */
  outlivesSession?: boolean
}
const A_DAY = 24 * 3_600

/** How many may wait for one device, for one person, and in all. */
const MOST_EACH = 30
const MOST_FOR_ONE = 200
const MOST = 50_000

/**
 * One job for each device of these people that may make a sound now: what fails is tried again alone. What still waits
 * for a device under the same tag is replaced; what is one too many is dropped, and counted. Answers how many devices
 * there are.
 */
export async function notify(
  tx: Tx,
  { config }: Pick<Kontor, 'config'>,
  userIds: number[],
  notification: Notification,
  { wish, said, lifetime = A_DAY, outlivesSession = false }: Choice = {},
): Promise<number> {
  const { timeZone } = config
  const { tag } = notification
  const content = { notification, ...(said && { said }) }
  const devices = await listAwakeDevices(tx, { userIds, kind: PUSH, tag, content, timeZone, wish })
  // A device with a job that waits needs no second one, and nobody has to wait for a lock on the first.
  const fresh = devices.filter(({ repeats }) => !repeats)
  if (fresh.length === 0) return devices.length
  const admitted = admit(fresh, MOST - (await countJobs(tx, PUSH, MOST)))
  if (admitted.length > 0) {
    const jobs = admitted.map(({ id, user_id, endpoint, p256dh, auth }) => ({
      queue: new URL(endpoint).hostname,
      key: `${id}/${tag}`,
      payload: {
        subscription_id: id,
        user_id,
        ...content,
        ...(outlivesSession && { address: { endpoint, p256dh, auth } }),
      } satisfies Push,
    }))
    await putJobs(tx, PUSH, jobs, lifetime)
    changed(tx, aboutJobs)
  }
  if (admitted.length < fresh.length) await countLoss(tx, PUSH, 'dropped', fresh.length - admitted.length)
  return devices.length
}

/** One that replaces a waiting one takes no place. */
function admit(devices: AwakeDevice[], room: number): AwakeDevice[] {
  let left = room
  return devices.filter(
    ({ replaces, waiting, waiting_for_person }) =>
      replaces || (waiting < MOST_EACH && waiting_for_person < MOST_FOR_ONE && left-- > 0),
  )
}
