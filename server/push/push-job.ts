import type { JobKind } from '#server/jobs/worker.ts'
import type { Kontor } from '#server/kontor.ts'
import { MOST_BYTES, seal } from './encrypt.ts'
import type { Notification } from './notify.ts'
import { ensureKeys, findSubscription, forgetSubscription, setDelivered } from './store.ts'
import { authorization, newServerKeys } from './vapid.ts'

/** Sends one notification to one device. A device that is gone is forgotten; a service that is not, is asked again. */
const KEPT_SECONDS = 24 * 3_600

export const pushJob: JobKind = {
  attempts: 6,
  async run(kontor, { subscription_id, notification }) {
    const device = await findSubscription(kontor.db, subscription_id as number)
    if (!device) return
    const status = await send(kontor, device, notification as Notification)
    if (status === 404 || status === 410) await forgetSubscription(kontor.db, device.id)
    else if (status >= 200 && status < 300) await setDelivered(kontor.db, device.id)
    // Too many, or not now: the job comes again, later each time.
    else if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`)
  },
  // A device that could not be reached for so long has missed what is no news any more.
  giveUp: async () => {},
}

async function send(
  { db, config, push }: Kontor,
  { endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string },
  notification: Notification,
): Promise<number> {
  const keys = await ensureKeys(db, newServerKeys)
  const body = seal(messageOf(notification), { p256dh, auth })
  const subject = config.publicUrl?.origin ?? 'mailto:admin@localhost'
  const { status } = await push.deliver({
    endpoint,
    body,
    headers: {
      authorization: authorization(keys, new URL(endpoint), subject),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': String(body.length),
      ttl: String(KEPT_SECONDS),
      urgency: 'high',
    },
  })
  return status
}

/** What is too long for one message is cut, whole characters at a time. */
function messageOf(notification: Notification): Buffer {
  let { body } = notification
  for (;;) {
    const message = Buffer.from(JSON.stringify({ ...notification, body }))
    if (message.length <= MOST_BYTES) return message
    body = Array.from(body)
      .slice(0, -Math.max(1, (message.length - MOST_BYTES) >> 2))
      .join('')
  }
}
