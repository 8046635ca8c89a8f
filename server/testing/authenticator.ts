// A simulated device with passkeys, whose keys are in memory. It answers like a browser, except for the given
// `Overrides`.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const toBase64Url = (bytes: Buffer) => bytes.toString('base64url')

export type Overrides = {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  /** User verification: finger, face or PIN. */
  isVerified?: boolean
  crossOrigin?: boolean
  type?: string
}

type CreationOptions = { rp: { id: string }; user: { id: string }; challenge: string }
type SignInOptions = { rpId: string; challenge: string }

export class VirtualAuthenticator {
  readonly id = randomBytes(16)
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })
  readonly #origin: string
  #handle = Buffer.alloc(0)

  constructor(origin = 'http://localhost') {
    this.#origin = origin
  }

  /** Registers the passkey. Returns the body of `POST /passkeys/`. */
  create(options: CreationOptions, told: Overrides = {}, statement: 'none' | 'certificate' = 'none') {
    this.#handle = Buffer.from(options.user.id, 'base64url')
    const authData = Buffer.concat([
      this.#data(told.rpId ?? options.rp.id, told, 0x40),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#publicKey(),
    ])
    const attestation = map([
      ['fmt', encodeCbor(statement === 'none' ? 'none' : 'packed')],
      [
        'attStmt',
        statement === 'none'
          ? map([])
          : map([
              ['alg', encodeCbor(-7)],
              ['sig', encodeCbor(randomBytes(70))],
              ['x5c', Buffer.concat([cborHead(4, 1), encodeCbor(randomBytes(200))])],
            ]),
      ],
      ['authData', encodeCbor(authData)],
    ])
    return {
      client_data: this.#clientData(options.challenge, { type: 'webauthn.create', ...told }),
      attestation: toBase64Url(attestation),
    }
  }

  /** Signs in with the passkey. Returns the body of `POST /auth/passkeys/`. */
  get(options: SignInOptions, told: Overrides = {}) {
    const client_data = this.#clientData(options.challenge, { type: 'webauthn.get', ...told })
    const data = this.#data(told.rpId ?? options.rpId, told, 0)
    const signed = Buffer.concat([data, sha256(Buffer.from(client_data, 'base64url'))])
    return {
      credential_id: toBase64Url(this.id),
      client_data,
      authenticator_data: toBase64Url(data),
      signature: toBase64Url(sign('sha256', signed, this.#key.privateKey)),
      user_handle: toBase64Url(this.#handle),
    }
  }

  #clientData(challenge: string, { origin, crossOrigin = false, type, challenge: other }: Overrides): string {
    const said = { type, challenge: other ?? challenge, origin: origin ?? this.#origin, crossOrigin }
    return toBase64Url(Buffer.from(JSON.stringify(said)))
  }

  #data(rpId: string, { counter = 0, isVerified = true }: Overrides, more: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([0x01 | (isVerified ? 0x04 : 0) | more]), count])
  }

  /** The public key in COSE format, for ES256. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const entries = [
      [1, encodeCbor(2)],
      [3, encodeCbor(-7)],
      [-1, encodeCbor(1)],
      [-2, encodeCbor(Buffer.from(x, 'base64url'))],
      [-3, encodeCbor(Buffer.from(y, 'base64url'))],
    ] as const
    return Buffer.concat([
      cborHead(5, entries.length),
      ...entries.flatMap(([key, value]) => [encodeCbor(key), value]),
    ])
  }
}

// CBOR, as far as it is needed here.
function cborHead(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}

function encodeCbor(value: number | string | Buffer): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  const bytes = Buffer.from(value as string)
  return Buffer.concat([cborHead(typeof value === 'string' ? 3 : 2, bytes.length), bytes])
}

const map = (entries: readonly (readonly [string, Buffer])[]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([key, value]) => [encodeCbor(key), value])])
