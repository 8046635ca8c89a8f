// Signature by „Standard Webhooks“: over message id, time of the attempt and body, against tampering and
// replay.
import { createHmac } from 'node:crypto'

/** Display form for setting up the receiver. */
export const secretText = (secret: Buffer) => `whsec_${secret.toString('base64')}`

export function signedHeaders(
  { id, body, secret }: { id: string; body: string; secret: Buffer },
  seconds = Math.floor(Date.now() / 1_000),
): Record<string, string> {
  const mac = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${mac}`,
  }
}
