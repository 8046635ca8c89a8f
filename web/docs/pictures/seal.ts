// A photo on the device can be read with its owner's key alone, and only under the name that it was kept as.
export type Sealed = { iv: BufferSource; text: ArrayBuffer }
type Key = { seal: CryptoKey }

export async function seal({ seal }: Key, key: string, bytes: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = new TextEncoder().encode(key)
  return { iv, text: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, seal, bytes) }
}

export async function unseal({ seal }: Key, key: string, { iv, text }: Sealed): Promise<ArrayBuffer> {
  const additionalData = new TextEncoder().encode(key)
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, seal, text)
}
