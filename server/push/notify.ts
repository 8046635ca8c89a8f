import type { Tx } from '#server/db/connect.ts'
import { insertJobAhead } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { changed } from '#server/live/news.ts'
import { listAwakeDevices } from './store.ts'

/** What a device shows. `path` is where a click leads; of several with one `tag` only the newest is seen. */
export type Notification = { title: string; body: string; path: string; tag: string }
export const PUSH = 'push.send'

/** One job for each device of these people that may make a sound now: what fails is tried again alone. */
export async function notify(
  tx: Tx,
  { config }: Pick<Kontor, 'config'>,
  userIds: number[],
  notification: Notification,
  wish?: 'recorder_duty' | 'new_document',
) {
  const devices = await listAwakeDevices(tx, userIds, config.timeZone, wish)
  for (const subscription_id of devices)
    await insertJobAhead(tx, { kind: PUSH, payload: { subscription_id, notification } })
  if (devices.length > 0) changed(tx, aboutJobs)
  return devices.length
}
