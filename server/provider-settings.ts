// Settings of identity providers (OpenID Connect). OIDC_PROVIDERS lists a short key for each, which is part of
// its settings: OIDC_FIRMA_ISSUER is the issuer of `firma`.
import {
  choiceKind,
  defineSetting,
  issuerAddressKind,
  type Setting,
  type SettingKind,
  textKind,
} from './config-kinds.ts'

/** The local field that a claim is compared with. */
export type MatchField = 'persplan_id' | 'email' | 'username'

export type ProviderAccess = {
  /** Key in the settings and in URLs of the app. */
  key: string
  /** Label of the button. */
  name: string
  issuer: URL
  clientId: string
  /** Undefined for a public client. */
  clientSecret: string | undefined
  scope: string
  match: MatchField
  /** Name of the claim to compare. */
  claim: string
  /** True if a sign-in creates an account for a person who has none. */
  creates: boolean
  groupsClaim: string | undefined
}

/** Each provider has a button on the login screen. */
const MAX_PROVIDERS = 8

export const providerKeys: SettingKind<string[]> = {
  expects: `bis zu ${MAX_PROVIDERS} kurze Wörter aus kleinen Buchstaben und Ziffern, mit Kommas dazwischen`,
  read(text) {
    const keys = text.split(',').map((key) => key.trim())
    const isSound =
      keys.every((key) => /^[a-z][a-z\d]{0,19}$/.test(key)) && new Set(keys).size === keys.length
    return isSound && keys.length <= MAX_PROVIDERS ? keys : undefined
  },
}

/** Default claims; `persplan_id` has none. */
const usualClaims: Partial<Record<MatchField, string>> = { email: 'email', username: 'preferred_username' }

function defineSettings(key: string) {
  const nameOf = (what: string) => `OIDC_${key.toUpperCase()}_${what}`
  return {
    issuer: defineSetting(issuerAddressKind, {
      name: nameOf('ISSUER'),
      meaning: 'Adresse des Anbieters, genau wie er sich selbst nennt',
    }),
    clientId: defineSetting(textKind(), {
      name: nameOf('CLIENT_ID'),
      meaning: 'wie Kontor beim Anbieter heißt',
    }),
    clientSecret: defineSetting(textKind(1_000), {
      name: nameOf('CLIENT_SECRET'),
      secret: true,
      meaning: 'Schlüssel, mit dem sich Kontor beim Anbieter ausweist',
    }),
    name: defineSetting(textKind(40), {
      name: nameOf('NAME'),
      meaning: 'Name auf dem Knopf „Mit … anmelden“',
    }),
    scope: defineSetting(textKind(), {
      name: nameOf('SCOPE'),
      default: 'openid profile email',
      meaning: 'wonach der Anbieter gefragt wird',
    }),
    match: defineSetting(choiceKind('persplan_id', 'email', 'username'), {
      name: nameOf('MATCH'),
      meaning: 'woran ein Konto hier erkannt wird',
    }),
    claim: defineSetting(textKind(), {
      name: nameOf('CLAIM'),
      meaning: 'die Angabe des Anbieters, die damit verglichen wird',
    }),
    creates: defineSetting(choiceKind('yes', 'no'), {
      name: nameOf('CREATE'),
      default: 'no',
      meaning: 'ob ein Konto bekommt, wer noch keines hat',
    }),
    groupsClaim: defineSetting(textKind(), {
      name: nameOf('GROUPS_CLAIM'),
      meaning: 'die Angabe des Anbieters, aus der Gruppen übernommen werden',
    }),
  }
}

/** For `doctor`, and for detecting misspelt settings. */
export const settingsOfProvider = (key: string): readonly Setting[] => Object.values(defineSettings(key))

/** `read` parses one setting and reports its problems; `tell` reports contradictions between several. */
export function readProvider(
  key: string,
  read: (one: Setting) => unknown,
  tell: (problem: string) => void,
): ProviderAccess | undefined {
  const table = defineSettings(key)
  const value = <T>(one: Setting<T>) => read(one) as T | undefined
  const issuer = value(table.issuer)
  const clientId = value(table.clientId)
  const match = value(table.match)
  const configured = value(table.claim)
  const rest = {
    clientSecret: value(table.clientSecret),
    name: value(table.name) ?? key,
    scope: value(table.scope) ?? 'openid',
    creates: value(table.creates) === 'yes',
    groupsClaim: value(table.groupsClaim),
  }
  if (!issuer || !clientId || !match) {
    const needed = [table.issuer, table.clientId, table.match].map(({ name }) => name)
    tell(`OIDC_PROVIDERS nennt „${key}“: Dazu gehören ${needed.join(', ')}.`)
    return undefined
  }
  const claim = configured ?? usualClaims[match]
  if (claim === undefined) {
    tell(`${table.match.name}=persplan_id braucht ${table.claim.name}: In welcher Angabe steht die Nummer?`)
    return undefined
  }
  if (rest.creates && match === 'persplan_id')
    tell(
      `${table.creates.name}=yes geht nicht mit ${table.match.name}=persplan_id: Wer in der Personalplanung steht, kommt mit dem Abgleich.`,
    )
  if (!rest.scope.split(' ').includes('openid')) tell(`${table.scope.name} muss „openid“ enthalten.`)
  return { key, issuer, clientId, match, claim, ...rest }
}

/** Display name; the host for a provider that was removed from the settings. */
export const providerName = (
  { providers }: { providers: readonly ProviderAccess[] },
  issuer: string,
): string =>
  providers.find((provider) => provider.issuer.href === issuer)?.name ?? URL.parse(issuer)?.hostname ?? issuer
