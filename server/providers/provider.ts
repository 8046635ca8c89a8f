// A provider's discovery document and public keys, fetched on demand and cached.
import type { JWTVerifyOptions, RemoteJWKSet } from 'jose'
import type { Configuration } from 'openid-client'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import type { ProviderAccess } from '#server/provider-settings.ts'
import { createProviderFetch, WrongAnswer } from './ask.ts'

const MINUTE_MS = 60_000
/** Discovery hardly ever changes. */
const DISCOVERY_CACHE_MS = 60 * MINUTE_MS
/**
 * Keys are cached briefly, since a revoked key must not stay valid for long. `cooldownDuration` keeps invented
 * key ids from causing a request each.
 */
const keyCacheOptions = { cacheMaxAge: 10 * MINUTE_MS, cooldownDuration: 10_000 }
/** In s; the default of the library. */
export const CLOCK_TOLERANCE_SECONDS = 30

/** Both libraries are imported on the first use: servers without providers never need them. */
export const loadOpenIdClient = () => import('openid-client')
const loadJose = () => import('jose')

export class Provider {
  readonly access: ProviderAccess
  /** Address to which the provider sends the browser back. */
  readonly redirectUri: string
  readonly #ask: ReturnType<typeof createProviderFetch>
  #itself: { at: number; configuration: Promise<Configuration> } | undefined
  #keys: { of: string; known: RemoteJWKSet } | undefined

  constructor(access: ProviderAccess, base: string) {
    this.access = access
    this.redirectUri = `${base}/ui/login/${access.key}`
    this.#ask = createProviderFetch(access.issuer)
  }

  /** Identifies the provider in the database, since its key in the settings may change. */
  get issuer(): string {
    return this.access.issuer.href
  }

  /** Concurrent callers share a request; a failure is not cached. */
  configuration(): Promise<Configuration> {
    const now = performance.now()
    if (this.#itself && now - this.#itself.at < DISCOVERY_CACHE_MS) return this.#itself.configuration
    const configuration = this.#discover()
    const itself = { at: now, configuration }
    this.#itself = itself
    configuration.catch(() => {
      if (this.#itself === itself) this.#itself = undefined
    })
    return configuration
  }

  /** Verifies a token for us and returns its payload. Asymmetric signatures only. */
  async readToken(token: string, options: JWTVerifyOptions = {}) {
    const { jwtVerify } = await loadJose()
    const { issuer, jwks_uri } = (await this.configuration()).serverMetadata()
    return jwtVerify(token, await this.#keysAt(jwks_uri), {
      issuer,
      audience: this.access.clientId,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      ...options,
    })
  }

  /** For a token that the provider has just issued. If its key is unknown, the keys are fetched again at once. */
  async readOwnToken(token: string) {
    const { errors } = await loadJose()
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
      const { createRemoteJWKSet, customFetch } = await loadJose()
      const keySet = createRemoteJWKSet(new URL(address), { ...keyCacheOptions, [customFetch]: this.#ask })
      this.#keys = { of: address, known: keySet }
    }
    return this.#keys.known
  }

  async #discover(): Promise<Configuration> {
    const client = await loadOpenIdClient()
    const { issuer, clientId, clientSecret } = this.access
    const discovered = await client.discovery(issuer, clientId, undefined, undefined, {
      [client.customFetch]: this.#ask,
      ...(issuer.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
    })
    const server = discovered.serverMetadata()
    // The issuer must be exactly the configured one: a multi-tenant issuer could let in people of any company.
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

/** Configured providers by key. */
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
