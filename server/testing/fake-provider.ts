// A simulated provider. Its answers are correct except for the `ProviderFaults` of a test.
import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Json = Record<string, unknown>
export type TokenContent = { header: Json; claims: Json }
export type ProviderFaults = {
  discovery?: Json
  /** Modifies the callback's parameters. */
  returned?: (params: URLSearchParams) => void
  header?: Json
  claims?: Json
  /** Builds the whole token, given its correct content. */
  idToken?: (honest: TokenContent) => string
  /** Extra fields of the token response, or another status. */
  tokens?: Json
  tokenAnswer?: { status: number; type?: string; body?: string; location?: string }
  userinfo?: Json | undefined
  userinfoAnswer?: { status: number; type?: string; body?: string }
}

export const clientId = 'kontor'
const now = () => Math.floor(Date.now() / 1_000)
const encodeTokenPart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

export function rs256({ header, claims }: TokenContent, key: KeyObject): string {
  const text = `${encodeTokenPart(header)}.${encodeTokenPart(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}
export const unsignedToken = ({ header, claims }: TokenContent) =>
  `${encodeTokenPart(header)}.${encodeTokenPart(claims)}.`
export function hs256({ header, claims }: TokenContent, secret: string): string {
  const text = `${encodeTokenPart(header)}.${encodeTokenPart(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

export async function startFakeProvider() {
  const stranger = makeKey()
  let key = makeKey()
  let kid = 'eins'
  /** Query parameters of the current sign-in request. */
  let asked = new URLSearchParams()
  let person: Json = { sub: 'p-1' }
  let lies: ProviderFaults = {}
  let isAway = false
  const counts = { discovery: 0, keys: 0, tokens: 0 }

  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1')
  async function respond(request: IncomingMessage, response: ServerResponse) {
    const answer = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const otherwise = ({ status, type, body, location }: NonNullable<ProviderFaults['tokenAnswer']>) =>
      response
        .writeHead(status, { 'content-type': type ?? 'application/json', ...(location && { location }) })
        .end(body)
    if (isAway) return request.socket.destroy()
    switch (request.url) {
      case '/realm/.well-known/openid-configuration':
        counts.discovery++
        return answer({ ...discovery(), ...lies.discovery })
      case '/realm/keys':
        counts.keys++
        return answer({
          keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }],
        })
      case '/realm/userinfo':
        if (lies.userinfoAnswer) return otherwise(lies.userinfoAnswer)
        return answer({ sub: person['sub'], ...lies.userinfo })
      case '/realm/token': {
        counts.tokens++
        if (lies.tokenAnswer) return otherwise(lies.tokenAnswer)
        const form = new URLSearchParams(await bodyText(request))
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url')
        const isRight =
          challenge === asked.get('code_challenge') && form.get('redirect_uri') === asked.get('redirect_uri')
        if (!isRight) return answer({ error: 'invalid_grant' }, 400)
        const honest = honestToken()
        const id_token = lies.idToken ? lies.idToken(honest) : rs256(honest, key.privateKey)
        return answer({ access_token: 'zugang', token_type: 'Bearer', id_token, ...lies.tokens })
      }
      default:
        return answer({}, 404)
    }
  }
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `${origin}/realm`

  const discovery = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  })
  function honestToken(): TokenContent {
    const claims: Json = {
      iss: issuer,
      aud: clientId,
      iat: now(),
      exp: now() + 300,
      nonce: asked.get('nonce'),
      ...person,
      ...lies.claims,
    }
    // JSON drops claims whose value is undefined.
    return {
      header: { alg: 'RS256', kid, ...lies.header },
      claims: JSON.parse(JSON.stringify(claims)) as Json,
    }
  }

  return {
    issuer,
    counts,
    get key() {
      return key
    },
    stranger,
    /**
     * Simulates the sign-in of a person at the address to which Kontor has sent the browser. Returns the query
     * string with which the browser comes back to Kontor.
     */
    signIn(address: string, as: Json, told: ProviderFaults = {}): string {
      asked = new URL(address).searchParams
      person = as
      lies = told
      const params = new URLSearchParams({ code: 'ein-code', state: asked.get('state') ?? '', iss: issuer })
      lies.returned?.(params)
      return params.toString()
    },
    lie(told: ProviderFaults) {
      lies = told
    },
    /** From now on the provider signs with another key. */
    rotate() {
      key = makeKey()
      kid = `${kid}+`
    },
    goAway(away: boolean) {
      isAway = away
    },
    /** Content of a logout token of the provider. */
    logout(claims: Json, header: Json = {}): TokenContent {
      const honest = {
        iss: issuer,
        aud: clientId,
        iat: now(),
        exp: now() + 120,
        jti: crypto.randomUUID(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
      }
      return {
        header: { alg: 'RS256', kid, typ: 'logout+jwt', ...header },
        claims: JSON.parse(JSON.stringify(honest)) as Json,
      }
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function bodyText(request: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
