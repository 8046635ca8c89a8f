// Delivers webhook messages with retries over about a day at growing intervals. Then it gives up, and a webhook
// without a single success in that time is switched off: administrators are notified and can switch it on
// again.
import { audit } from '#server/audit/audit.ts'
import { listAdmins } from '#server/auth/accounts-store.ts'
import { type JobKind, RetryLater } from '#server/jobs/job-kind.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { NoAnswer, NotPublic } from '#server/outgoing.ts'
import { notify } from '#server/push/notify.ts'
import { destinationOf, hostOf, sendTo } from './destination.ts'
import { webhookSentences } from './sentences.ts'
import { signedHeaders } from './sign.ts'
import { beginTry, setOutcome, switchOff } from './store.ts'

const HOUR_SECONDS = 3_600
/** In seconds, between the first attempts; an hour from then on. */
const RETRY_PAUSES_SECONDS = [5, 60, 300, 1_200]
/** About 23 and a half hours in total. */
const MAX_ATTEMPTS = RETRY_PAUSES_SECONDS.length + 24

export const deliverJob: JobKind = {
  lane: 'webhooks',
  attempts: MAX_ATTEMPTS,
  async run(kontor, payload, { attempts }) {
    const id = payload['delivery_id'] as number
    const { db } = kontor
    const delivery = await beginTry(db, id)
    if (!delivery) return
    if (!delivery.is_wanted) return setOutcome(db, id, failedOutcome(webhookSentences.wasOff))
    const { status, problem } = await tryOnce(kontor, delivery)
    if (problem === null) return setOutcome(db, id, { state: 'delivered', status, problem })
    await setOutcome(db, id, { state: 'waiting', status, problem })
    throw new RetryLater(
      `webhook ${delivery.webhook_id} has not taken delivery ${id} (${status ?? 'no answer'})`,
      RETRY_PAUSES_SECONDS[attempts - 1] ?? HOUR_SECONDS,
      { event: 'webhook.not_taken' },
    )
  },
  async giveUp(kontor, payload) {
    const id = payload['delivery_id'] as number
    await inTransaction(kontor, async (tx) => {
      // Leaves `status` and `problem` of the last attempt unchanged.
      await setOutcome(tx, id, { state: 'failed' })
      const off = await switchOff(tx, id)
      if (!off) return
      await audit(tx, null, 'webhook.switched_off', { webhook_id: off.id, address: hostOf(off.address) })
      const notice = {
        title: kontor.config.appName,
        body: webhookSentences.switchedOff(hostOf(off.address)),
        path: '/ui/integrations',
        tag: `webhook ${off.id}`,
      }
      await notify(tx, kontor, await listAdmins(tx), notice)
    })
  },
}

const failedOutcome = (problem: string) => ({ state: 'failed', status: null, problem }) as const

type AttemptResult = { status: number | null; problem: string | null }
type OutgoingMessage = { address: string; message_id: string; body: string; secret: Buffer }

async function tryOnce(
  { config }: Kontor,
  { address, message_id, body, secret }: OutgoingMessage,
): Promise<AttemptResult> {
  const destination = destinationOf(address, config.webhookPrivateHosts)
  if (!destination) return { status: null, problem: webhookSentences.notAllowedThere }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Kontor',
    ...signedHeaders({ id: `msg_${message_id}`, body, secret }),
  }
  try {
    const { status } = await sendTo(destination, { headers, body: Buffer.from(body) })
    const isTaken = status >= 200 && status < 300
    return { status, problem: isTaken ? null : webhookSentences.answersWith(status) }
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof NotPublic)) throw error
    // The log of deliveries, which administrators read, contains no details of the network.
    return { status: null, problem: webhookSentences.unreachable }
  }
}
