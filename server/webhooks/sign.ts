// A signature as „Standard Webhooks“ has it: over the number of the message, the moment of the try and the body, so
// that neither can be exchanged and an old one is known by its moment.
import { createHmac } from 'node:crypto'

/** As it is shown to whoever sets up the receiver. */
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
