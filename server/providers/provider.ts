// One provider as this node knows it: what it says about itself (discovery) and its public keys, fetched when they are
// needed and kept for a while.
import type { JWTVerifyOptions, RemoteJWKSet } from 'jose'
import type { Configuration } from 'openid-client'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import type { ProviderAccess } from '#server/provider-settings.ts'
import { askerFor, WrongAnswer } from './ask.ts'

const MINUTE = 60_000
/** Its addresses hardly ever change. */
const KNOWN_MS = 60 * MINUTE
/** A key that it has taken back shall not count for long; whoever makes up names of keys shall not make us ask each time. */
const keys = { cacheMaxAge: 10 * MINUTE, cooldownDuration: 10_000 }
/** In s; the library's own measure of clocks that differ. */
export const CLOCK_TOLERANCE = 30

/** Both are loaded when the first person signs in so: a server without providers never does. */
export const loadClient = () => import('openid-client')
const loadTokens = () => import('jose')

export class Provider {
  readonly access: ProviderAccess
  /** Where it sends people back to. */
  readonly redirectUri: string
  readonly #ask: ReturnType<typeof askerFor>
  #itself: { at: number; configuration: Promise<Configuration> } | undefined
  #keys: { of: string; known: RemoteJWKSet } | undefined

  constructor(access: ProviderAccess, base: string) {
    this.access = access
    this.redirectUri = `${base}/ui/login/${access.key}`
    this.#ask = askerFor(access.issuer)
  }

  /** In the database it is known by its address: the word in the settings may change. */
  get issuer(): string {
    return this.access.issuer.href
  }

  /** Many who want it at once ask once; after a failure the next one asks again. */
  configuration(): Promise<Configuration> {
    const now = performance.now()
    if (this.#itself && now - this.#itself.at < KNOWN_MS) return this.#itself.configuration
    const configuration = this.#discover()
    const itself = { at: now, configuration }
    this.#itself = itself
    configuration.catch(() => {
      if (this.#itself === itself) this.#itself = undefined
    })
    return configuration
  }

  /** Payload of a token that it has signed for us. Only key pairs count, never a shared secret. */
  async readToken(token: string, options: JWTVerifyOptions = {}) {
    const { jwtVerify } = await loadTokens()
    const { issuer, jwks_uri } = (await this.configuration()).serverMetadata()
    return jwtVerify(token, await this.#keysAt(jwks_uri), {
      issuer,
      audience: this.access.clientId,
      clockTolerance: CLOCK_TOLERANCE,
      ...options,
    })
  }

  /** The same of one that it has just handed to us: a key that is not known is looked up at once. */
  async readOwnToken(token: string) {
    const { errors } = await loadTokens()
    try {
      return await this.readToken(token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await this.#keys?.known.reload()
      return this.readToken(token)
    }
  }

  async #keysAt(address: string | undefined): Promise<RemoteJWKSet> {
    if (address === undefined || !URL.canParse(address)) throw new WrongAnswer('the provider names no keys')
    if (this.#keys?.of !== address) {
      const { createRemoteJWKSet, customFetch } = await loadTokens()
      const known = createRemoteJWKSet(new URL(address), { ...keys, [customFetch]: this.#ask })
      this.#keys = { of: address, known }
    }
    return this.#keys.known
  }

  async #discover(): Promise<Configuration> {
    const client = await loadClient()
    const { issuer, clientId, clientSecret } = this.access
    const discovered = await client.discovery(issuer, clientId, undefined, undefined, {
      [client.customFetch]: this.#ask,
      ...(issuer.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
    })
    const server = discovered.serverMetadata()
    // One that speaks for many companies, each under a name of its own, could let in people of any of them.
    if (URL.parse(server.issuer)?.href !== issuer.href)
      throw new WrongAnswer('the provider calls itself otherwise than the setting')
    const proves = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const config = new client.Configuration(
      server,
      clientId,
      undefined,
      clientSecret === undefined
        ? client.None()
        : proves.includes('client_secret_basic')
          ? client.ClientSecretBasic(clientSecret)
          : client.ClientSecretPost(clientSecret),
    )
    if (issuer.protocol === 'http:') client.allowInsecureRequests(config)
    config[client.customFetch] = this.#ask
    return config
  }
}

/** Those of the settings, by their word. */
export class Providers {
  readonly #providers: Map<string, Provider>

  constructor({ config }: Pick<Kontor, 'config'>) {
    const base = config.publicUrl?.origin ?? ''
    this.#providers = new Map(config.providers.map((access) => [access.key, new Provider(access, base)]))
  }

  get(key: string): Provider {
    const provider = this.#providers.get(key)
    if (!provider) throw refuse('not_found')
    return provider
  }
}
