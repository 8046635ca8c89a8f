import type { Database } from '#server/db/connect.ts'
import { FinalError, type JobKind, RetryLater } from '#server/jobs/job-kind.ts'
import type { Kontor } from '#server/kontor.ts'
import { serviceOf } from './address.ts'
import type { ServiceAnswer } from './deliver.ts'
import { encryptMessage, MAX_PAYLOAD_BYTES } from './encrypt.ts'
import type { Notification, PushPayload } from './notify.ts'
import type { Outcome } from './outcomes.ts'
import {
  findSubscription,
  forgetSubscription,
  type MessageRef,
  type PushTarget,
  setDelivered,
} from './store.ts'
import { createAuthorization } from './vapid.ts'

/**
 * Sends one notification to one device. A device that is gone is deleted. A temporary refusal is retried, no
 * earlier than the service requests. A permanent refusal is logged with the service's name, but without the
 * endpoint, since anybody who knows the endpoint could send to the device. While a service is silent its jobs
 * lose no attempts, and do not delay jobs of other services. A chat notification is skipped if its recipient
 * would not get it now, because the job may be late.
 */
export const pushJob = (shouldNotify: ShouldNotify): JobKind => ({
  lane: 'push',
  attempts: 6,
  async run(kontor, payload, { useful_until }) {
    const { db, config } = kontor
    const { subscription_id, user_id, notification, said, address } = payload as PushPayload
    const device = address
      ? { id: subscription_id, ...address }
      : await findSubscription(db, user_id, subscription_id, config.timeZone)
    if (!device || (said && !(await shouldNotify(db, user_id, said)))) return
    const seconds = useful_until ? (Number(useful_until) - Date.now()) / 1_000 : DAY_SECONDS
    const { status, retryAfter } = await sendToDevice(kontor, device, notification, seconds)
    kontor.pushOutcomes.count(serviceOf(device.endpoint), outcomeOf(status))
    if (status === 404 || status === 410) return forgetSubscription(db, device.id)
    if (status >= 200 && status < 300) return setDelivered(db, device.id)
    const refused = `${new URL(device.endpoint).host} answered ${status} for device ${device.id}`
    throw isTransient(status)
      ? new RetryLater(refused, retryAfter ?? 0, { event: NOT_ACCEPTED_EVENT })
      : new FinalError(refused)
  },
  // Nothing to do: a notification for a device that was unreachable for so long is outdated.
  giveUp: async () => {},
})

type ShouldNotify = (db: Database, userId: number, said: MessageRef) => Promise<boolean>

const outcomeOf = (status: number): Outcome =>
  status >= 200 && status < 300 ? 'sent' : status === 404 || status === 410 ? 'gone' : 'refused'

const DAY_SECONDS = 24 * 3_600
/** Pause in seconds after no answer. A notification is retried only until it is outdated. */
const SILENT_PAUSE_SECONDS = 60
const NOT_ACCEPTED_EVENT = 'push.not_taken'

/** Refused authentication counts as temporary too: a wrong clock may be the reason. */
const isTransient = (status: number) => [401, 403, 429].includes(status) || status >= 500

type Device = PushTarget & { id: number }

/** `seconds`: how long the push service stores the message while the device is offline. */
async function sendToDevice(
  kontor: Kontor,
  { id, endpoint, p256dh, auth }: Device,
  notification: Notification,
  seconds: number,
): Promise<ServiceAnswer> {
  const { config, push } = kontor
  const keys = kontor.serverKeys
  const body = encryptMessage(messageOf(notification), { p256dh, auth })
  const subject = config.publicUrl?.origin ?? 'mailto:admin@localhost'
  const headers = {
    authorization: createAuthorization(keys, new URL(endpoint), subject),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(Math.max(0, Math.round(seconds))),
    urgency: 'high',
  }
  try {
    return await push.deliver({ endpoint, body, headers })
  } catch (cause) {
    const service = serviceOf(endpoint)
    kontor.pushOutcomes.count(service, 'silent')
    throw new RetryLater(`${new URL(endpoint).host} did not answer for device ${id}`, SILENT_PAUSE_SECONDS, {
      // Attempts count if only this device fails. They do not count while the whole service is silent.
      takesAttempt: !kontor.pushOutcomes.isSilent(service),
      event: NOT_ACCEPTED_EVENT,
      cause,
    })
  }
}

/** Truncates at whole characters: first the body, then the title. */
function messageOf(notification: Notification): Buffer {
  const shortened = { ...notification }
  for (;;) {
    const message = Buffer.from(JSON.stringify(shortened))
    const excess = message.length - MAX_PAYLOAD_BYTES
    if (excess <= 0) return message
    const part = shortened.body === '' ? 'title' : 'body'
    if (shortened[part] === '') throw new FinalError('a notification is too long without its words')
    shortened[part] = Array.from(shortened[part])
      .slice(0, -Math.max(1, excess >> 2))
      .join('')
  }
}
