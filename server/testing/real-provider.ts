// A provider as companies use it, in this process: OpenID Connect by an independent library. It signs in the
// person that the test names, without a page, or shows the library's own pages.
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type Claims = Record<string, unknown>
type ClientOptions = { redirectUri: string; logoutUri?: string | undefined; withPages?: boolean }

export const clientId = 'kontor'
export const clientSecret = 'ein-geheimnis-nur-fuer-tests'

const claimNames = [
  'email',
  'email_verified',
  'preferred_username',
  'given_name',
  'family_name',
  'personalnummer',
  'gruppen',
]

export async function startRealProvider() {
  /** Claims of people, keyed by their subject at the provider. */
  const people = new Map<string, Claims>()
  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => {
    response.writeHead(503).end()
  }
  const server = createServer((request, response) => handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sids: string[] = []
  let signsIn = ''
  let provider: Provider | undefined

  return {
    issuer,
    people,
    /** Ids of the sessions at the provider, the newest last. */
    sids,
    /** Starts the provider. Called before the first sign-in, once the address of Kontor is known. */
    open({ redirectUri, logoutUri, withPages = false }: ClientOptions) {
      const opened = new Provider(
        issuer,
        settingsOf({ redirectUri, logoutUri, withPages }, people, sids, () => opened),
      )
      provider = opened
      const answer = opened.callback()
      handle = (request, response) => {
        if (withPages || !request.url?.startsWith('/interaction/')) return answer(request, response)
        const result = { login: { accountId: signsIn } }
        opened.interactionFinished(request, response, result).catch(() => response.writeHead(500).end())
      }
    },
    /**
     * Follows redirects like a browser, beginning at the address to which Kontor has sent it. Returns the query
     * string with which the browser comes back to Kontor.
     */
    async signIn(subject: string, address: string): Promise<string> {
      signsIn = subject
      const cookies = new Map<string, string>()
      for (let url = address, step = 0; step < 10; step++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
        await answer.body?.cancel()
        for (const line of answer.headers.getSetCookie()) {
          const [pair = ''] = line.split(';')
          const at = pair.indexOf('=')
          cookies.set(pair.slice(0, at), pair.slice(at + 1))
        }
        const next = answer.headers.get('location')
        if (next === null) throw new Error(`the provider answers ${answer.status}`)
        const to = new URL(next, url)
        if (to.origin !== issuer) return to.search.slice(1)
        url = to.href
      }
      throw new Error('the provider leads nowhere')
    },
    /** Sends a back-channel logout to Kontor, as when somebody signs out at the provider. */
    async signOut(subject: string, sid: string) {
      const client = await provider?.Client.find(clientId)
      await client?.backchannelLogout(subject, sid)
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function settingsOf(
  { redirectUri, logoutUri, withPages }: ClientOptions,
  people: Map<string, Claims>,
  sids: string[],
  own: () => Provider,
) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        ...(logoutUri !== undefined && {
          backchannel_logout_uri: logoutUri,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'eins' }] },
    // The library's own `fetch` refuses private addresses.
    fetch: (url: URL, { method, headers, body }: RequestInit) =>
      fetch(url, { method: method ?? 'GET', headers: headers ?? {}, body: body ?? null }),
    cookies: { keys: ['nur-fuer-tests'] },
    claims: { profile: claimNames, email: ['email', 'email_verified'] },
    features: {
      devInteractions: { enabled: withPages === true },
      backchannelLogout: { enabled: logoutUri !== undefined },
      rpInitiatedLogout: { enabled: true },
    },
    ...(!withPages && {
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    }),
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    // Grants all claims, so that no page asks for consent.
    async loadExistingGrant({
      oidc,
    }: {
      oidc: { session: { accountId: string; sidFor(id: string): string } }
    }) {
      const { accountId } = oidc.session
      sids.push(oidc.session.sidFor(clientId))
      const grant = new (own().Grant)({ accountId, clientId })
      grant.addOIDCScope('openid profile email')
      grant.addOIDCClaims(claimNames)
      await grant.save()
      return grant
    },
  }
}
