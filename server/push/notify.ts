import type { Tx } from '#server/db/connect.ts'
import { countLoss } from '#server/jobs/losses-store.ts'
import { countJobs, putJobs } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { serviceOf } from './address.ts'
import { type Address, type AwakeDevice, listAwakeDevices, type Said, type Wish } from './store.ts'

/** Shown by a device. `path`: target of a click; of several with the same `tag` only the newest is displayed. */
export type Notification = { title: string; body: string; path: string; tag: string }
export const PUSH = 'push.send'

/**
 * Payload of a job for one device. `said`: the chat message concerned; `address`: for a last notification to a
 * device that is already signed out.
 */
export type Push = {
  subscription_id: number
  user_id: number
  notification: Notification
  said?: Said
  address?: Address
}

type Choice = {
  /** Restricts it to people who have enabled this kind. */
  wish?: Wish
  said?: Said
  /** In seconds; afterwards it is outdated. */
  lifetime?: number
  /** Concerns the end of the session itself. */
  outlivesSession?: boolean
}
const A_DAY = 24 * 3_600

/** Queued notifications per device, per person, and in total. */
const MOST_EACH = 30
const MOST_FOR_ONE = 200
const MOST = 50_000

/**
 * Queues one job per device of these people outside quiet hours, so that failures are retried separately. A
 * queued one with the same tag is replaced; excess ones are dropped and counted. Returns the number of devices.
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
  // Devices with an identical queued job are skipped, which avoids waiting for its lock.
  const fresh = devices.filter(({ repeats }) => !repeats)
  if (fresh.length === 0) return devices.length
  const admitted = admit(fresh, MOST - (await countJobs(tx, PUSH, MOST)))
  if (admitted.length > 0) {
    const jobs = admitted.map(({ id, user_id, endpoint, p256dh, auth }) => ({
      queue: serviceOf(endpoint),
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

/** A replacement takes no room. */
function admit(devices: AwakeDevice[], room: number): AwakeDevice[] {
  let left = room
  return devices.filter(
    ({ replaces, waiting, waiting_for_person }) =>
      replaces || (waiting < MOST_EACH && waiting_for_person < MOST_FOR_ONE && left-- > 0),
  )
}
