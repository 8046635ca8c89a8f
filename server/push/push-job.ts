import { Final, type JobKind, NotBefore } from '#server/jobs/worker.ts'
import type { Kontor } from '#server/kontor.ts'
import type { Answer } from './deliver.ts'
import { MOST_BYTES, seal } from './encrypt.ts'
import type { Notification } from './notify.ts'
import { ensureKeys, findSubscription, forgetSubscription, setDelivered } from './store.ts'
import { authorization, newServerKeys } from './vapid.ts'

/**
 * Sends one notification to one device. A device that is gone is forgotten. A service that refuses for now is asked again,
 * no sooner than it says; what it refuses for good stays in the log, with the service's name and no word of the address
 * behind it: whoever knows that can send to the device.
 */
const KEPT_SECONDS = 24 * 3_600

export const pushJob: JobKind = {
  attempts: 6,
  async run(kontor, { subscription_id, notification }) {
    const device = await findSubscription(kontor.db, subscription_id as number)
    if (!device) return
    const { status, retryAfter } = await send(kontor, device, notification as Notification)
    if (status === 404 || status === 410) return forgetSubscription(kontor.db, device.id)
    if (status >= 200 && status < 300) return setDelivered(kontor.db, device.id)
    const refused = `${new URL(device.endpoint).host} answered ${status} for device ${device.id}`
    throw mayPass(status) ? new NotBefore(refused, retryAfter ?? 0) : new Final(refused)
  },
  // A device that could not be reached for so long has missed what is no news any more.
  giveUp: async () => {},
}

/** Too many, not now, or not believed: that may be a clock, and clocks are put right. */
const mayPass = (status: number) => [401, 403, 429].includes(status) || status >= 500

async function send(
  { db, config, push }: Kontor,
  { endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string },
  notification: Notification,
): Promise<Answer> {
  const keys = await ensureKeys(db, newServerKeys)
  const body = seal(messageOf(notification), { p256dh, auth })
  const subject = config.publicUrl?.origin ?? 'mailto:admin@localhost'
  return push.deliver({
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
