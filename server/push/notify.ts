import type { Tx } from '#server/db/connect.ts'
import { insertLoss } from '#server/jobs/losses-store.ts'
import { countJobs, putJobs } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { serviceOf } from './address.ts'
import { listAwakeDevices, type MessageRef, type NotificationKind, type PushTarget } from './store.ts'

/**
 * A notification on a device. `path`: page that a click opens. `tag`: of several notifications with the same
 * tag only the newest is displayed.
 */
export type Notification = { title: string; body: string; path: string; tag: string }
export const PUSH_JOB_KIND = 'push.send'

/**
 * Payload of a job for one device. `said`: the chat message that the notification is about. `address`: endpoint
 * and keys of a device that is signed out before the job runs, so that the job cannot look them up.
 */
export type PushPayload = {
  subscription_id: number
  user_id: number
  notification: Notification
  said?: MessageRef
  address?: PushTarget
}

type NotifyOptions = {
  /** Kind of notification: only people who have enabled this kind get it. */
  wish?: NotificationKind
  said?: MessageRef
  /** In seconds. An older notification is not sent any more. */
  lifetime?: number
  /**
   * True if the sessions of the devices end with this change. The jobs then carry the addresses of the
   * devices.
   */
  outlivesSession?: boolean
}
const DAY_SECONDS = 24 * 3_600

/** Upper bound of queued notifications in total. A device has at most one per tag. */
const MAX_QUEUED = 50_000

/**
 * Queues one job per device of these people outside quiet hours, so that failures are retried separately. A
 * queued notification with the same tag is replaced. Notifications beyond MAX_QUEUED are dropped and counted.
 * Returns the number of devices.
 */
export async function notify(
  tx: Tx,
  { config }: Pick<Kontor, 'config'>,
  userIds: number[],
  notification: Notification,
  { wish, said, lifetime = DAY_SECONDS, outlivesSession = false }: NotifyOptions = {},
): Promise<number> {
  const devices = await listAwakeDevices(tx, { userIds, timeZone: config.timeZone, wish })
  const room = devices.length > 0 ? MAX_QUEUED - (await countJobs(tx, PUSH_JOB_KIND, MAX_QUEUED)) : 0
  const admitted = devices.slice(0, room)
  if (admitted.length > 0) {
    const jobs = admitted.map(({ id, user_id, endpoint, p256dh, auth }) => ({
      queue: serviceOf(endpoint),
      key: `${id}/${notification.tag}`,
      payload: {
        subscription_id: id,
        user_id,
        notification,
        ...(said && { said }),
        ...(outlivesSession && { address: { endpoint, p256dh, auth } }),
      } satisfies PushPayload,
    }))
    await putJobs(tx, PUSH_JOB_KIND, jobs, lifetime)
    changed(tx, aboutJobs)
  }
  if (room < devices.length) await insertLoss(tx, PUSH_JOB_KIND, 'dropped', devices.length - room)
  return devices.length
}
