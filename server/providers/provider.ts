// One provider as this node knows it: what it says about itself (discovery) and its public keys, fetched when they are
// needed and kept for a while.
import type { Configuration } from 'openid-client'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import type { ProviderAccess } from '#server/provider-settings.ts'
import { askerFor } from './ask.ts'
import { Fetched } from './fetched.ts'
import { isSignedBy, type Jwk, keyFor, type Token } from './signed-token.ts'
import { WrongAnswer } from './wrong-answer.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Its addresses hardly ever change, and without it nobody signs in: while it is away yesterday's serve. */
const itself = { fresh: HOUR, usable: 24 * HOUR }
/** A key that it has taken back shall not count for long. */
const keys = { fresh: 10 * MINUTE, usable: HOUR }
const MOST_KEYS = 100
/**
 * A token may name a key that is not known, since a new one is in use. Whoever makes up names shall not make us ask
 * each time.
 */
const renewals = { most: 6, within: MINUTE }
/** In s; the library's own measure of clocks that differ. */
export const CLOCK_TOLERANCE = 30

/** Loaded when the first person signs in so: a server without providers never does. */
export const loadClient = () => import('openid-client')

export class Provider {
  readonly access: ProviderAccess
  /** Where it sends people back to. */
  readonly redirectUri: string
  readonly #ask: ReturnType<typeof askerFor>
  readonly #itself: Fetched<Configuration>
  readonly #keys: Fetched<Jwk[]>
  #renewed: number[] = []

  constructor(access: ProviderAccess, base: string) {
    this.access = access
    this.redirectUri = `${base}/ui/login/${access.key}`
    this.#ask = askerFor(access.issuer)
    this.#itself = new Fetched(() => this.#discover(), itself)
    this.#keys = new Fetched(() => this.#fetchKeys(), keys)
  }

  /** In the database it is known by its address: the word in the settings may change. */
  get issuer(): string {
    return this.access.issuer.href
  }

  configuration(): Promise<Configuration> {
    return this.#itself.get()
  }

  /**
   * That a token is its own. `isAsked`: it has just handed the token out to us, so that its word for the key is
   * looked up anew.
   */
  async checkSignature(token: Token, { isAsked }: { isAsked: boolean }) {
    let key = keyFor(token, await this.#keys.get())
    if (!key && (isAsked || this.#mayRenew())) key = keyFor(token, await this.#keys.renew())
    if (!key) throw new WrongAnswer('a token names no key of the provider')
    if (!isSignedBy(token, key)) throw new WrongAnswer('a signature is wrong')
  }

  #mayRenew(): boolean {
    const now = performance.now()
    this.#renewed = this.#renewed.filter((at) => now - at < renewals.within)
    if (this.#renewed.length >= renewals.most) return false
    this.#renewed.push(now)
    return true
  }

  async #discover(): Promise<Configuration> {
    const client = await loadClient()
    const { issuer, clientId, clientSecret } = this.access
    const found = await client.discovery(issuer, clientId, undefined, undefined, {
      [client.customFetch]: this.#ask,
      ...(issuer.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
    })
    const server = found.serverMetadata()
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

  async #fetchKeys(): Promise<Jwk[]> {
    const { jwks_uri } = (await this.configuration()).serverMetadata()
    if (jwks_uri === undefined || !URL.canParse(jwks_uri)) throw new WrongAnswer('the provider names no keys')
    const answer = await this.#ask(jwks_uri, { headers: { accept: 'application/json' } })
    const body = (await answer.json().catch(() => undefined)) as { keys?: unknown } | undefined
    if (answer.status !== 200 || !Array.isArray(body?.keys) || body.keys.length > MOST_KEYS)
      throw new WrongAnswer('the keys of the provider are not readable')
    return body.keys.filter((key): key is Jwk => typeof key === 'object' && key !== null)
  }
}

/** Those of the settings, by their word. */
export class Providers {
  readonly #providers: Map<string, Provider>

  constructor({ config }: Pick<Kontor, 'config'>) {
    const base = config.publicUrl?.origin ?? ''
    this.#providers = new Map(config.providers.map((access) => [access.key, new Provider(access, base)]))
  }

  /** The one of this word, or nothing to be found. */
  called(key: string): Provider {
    const provider = this.#providers.get(key)
    if (!provider) throw refuse('not_found')
    return provider
  }
}
