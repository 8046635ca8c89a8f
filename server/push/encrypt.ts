// Encrypts a message for the subscribed browser (RFC 8291, aes128gcm of RFC 8188).
import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

export type Keys = { p256dh: string; auth: string }

const RECORD_BYTES = 4_096
/** Maximum payload of one record, without tag and delimiter. */
export const MAX_PAYLOAD_BYTES = RECORD_BYTES - 17 - 86

export function encryptMessage(
  message: Buffer,
  { p256dh, auth }: Keys,
  { own = freshKeys(), salt = randomBytes(16) }: { own?: ECDH; salt?: Buffer } = {},
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = own.getPublicKey()
  const shared = own.computeSecret(theirs)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = derive(shared, Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)

  const head = Buffer.alloc(21)
  salt.copy(head)
  head.writeUInt32BE(RECORD_BYTES, 16)
  head.writeUInt8(ours.length, 20)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // Delimiter 2 marks the last record.
  const sealed = [
    cipher.update(message),
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ]
  return Buffer.concat([head, ours, ...sealed])
}

/** Valid keys: a point on the curve, and sixteen bytes. */
export function areValidKeys({ p256dh, auth }: Keys): boolean {
  if (!/^[\w-]{22}={0,2}$/.test(auth) || !/^[\w-]{87}=?$/.test(p256dh)) return false
  try {
    freshKeys().computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    // Not on the curve.
    return false
  }
}

function freshKeys(): ECDH {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  return keys
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
