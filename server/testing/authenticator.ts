// A simulated device with passkeys, whose keys are in memory. It answers like a browser, except for the given
// `Overrides`.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')

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

type Creation = { rp: { id: string }; user: { id: string }; challenge: string }
type Request = { rpId: string; challenge: string }

export class Authenticator {
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
  create(options: Creation, told: Overrides = {}, statement: 'none' | 'certificate' = 'none') {
    this.#handle = Buffer.from(options.user.id, 'base64url')
    const authData = Buffer.concat([
      this.#data(told.rpId ?? options.rp.id, told, 0x40),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#publicKey(),
    ])
    const attestation = map([
      ['fmt', write(statement === 'none' ? 'none' : 'packed')],
      [
        'attStmt',
        statement === 'none'
          ? map([])
          : map([
              ['alg', write(-7)],
              ['sig', write(randomBytes(70))],
              ['x5c', Buffer.concat([head(4, 1), write(randomBytes(200))])],
            ]),
      ],
      ['authData', write(authData)],
    ])
    return {
      client_data: this.#clientData(options.challenge, { type: 'webauthn.create', ...told }),
      attestation: text(attestation),
    }
  }

  /** Signs in with the passkey. Returns the body of `POST /auth/passkeys/`. */
  get(options: Request, told: Overrides = {}) {
    const client_data = this.#clientData(options.challenge, { type: 'webauthn.get', ...told })
    const data = this.#data(told.rpId ?? options.rpId, told, 0)
    const signed = Buffer.concat([data, sha256(Buffer.from(client_data, 'base64url'))])
    return {
      credential_id: text(this.id),
      client_data,
      authenticator_data: text(data),
      signature: text(sign('sha256', signed, this.#key.privateKey)),
      user_handle: text(this.#handle),
    }
  }

  #clientData(challenge: string, { origin, crossOrigin = false, type, challenge: other }: Overrides): string {
    const said = { type, challenge: other ?? challenge, origin: origin ?? this.#origin, crossOrigin }
    return text(Buffer.from(JSON.stringify(said)))
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
      [1, write(2)],
      [3, write(-7)],
      [-1, write(1)],
      [-2, write(Buffer.from(x, 'base64url'))],
      [-3, write(Buffer.from(y, 'base64url'))],
    ] as const
    return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [write(key), value])])
  }
}

// CBOR, as far as it is needed here.
function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}

function write(value: number | string | Buffer): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  const bytes = Buffer.from(value as string)
  return Buffer.concat([head(typeof value === 'string' ? 3 : 2, bytes.length), bytes])
}

const map = (entries: readonly (readonly [string, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [write(key), value])])
