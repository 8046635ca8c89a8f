// What is kept on the device can be read with the owner's keys alone, and only under the name that it was kept as.
import type { Owner, Sealed } from './database.ts'

/** Says nothing of what it names: addresses of lists hold what somebody has searched for. */
export async function nameOf({ name }: Owner, key: string): Promise<string> {
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', name, new TextEncoder().encode(key)))
  return Array.from(signed, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function seal({ seal }: Pick<Owner, 'seal'>, key: string, bytes: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = new TextEncoder().encode(key)
  return { iv, text: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, seal, bytes) }
}

export async function unseal(
  { seal }: Pick<Owner, 'seal'>,
  key: string,
  { iv, text }: Sealed,
): Promise<ArrayBuffer> {
  const additionalData = new TextEncoder().encode(key)
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, seal, text)
}
