// The settings of the providers at which people may sign in (OpenID Connect). OIDC_PROVIDERS names them by a short
// word each, and each has settings of its own that bear that word: OIDC_FIRMA_ISSUER is the issuer of the provider
// `firma`.
import { issuerAddress, type Kind, oneOf, type Setting, setting, text } from './config-kinds.ts'

/** What a claim is compared with, to find whose account it is. */
export type Match = 'persplan_id' | 'email' | 'username'

export type ProviderAccess = {
  /** The word in the settings and in the addresses of the app. */
  key: string
  /** On the button. */
  name: string
  issuer: URL
  clientId: string
  /** None, where the provider knows the client as a public one. */
  clientSecret: string | undefined
  scope: string
  match: Match
  /** The claim that is compared. */
  claim: string
  /** Whoever has no account here gets one. */
  creates: boolean
  groupsClaim: string | undefined
}

/** At most so many: each is a button of the login. */
const MOST = 8

export const providerKeys: Kind<string[]> = {
  expects: `bis zu ${MOST} kurze Wörter aus kleinen Buchstaben und Ziffern, mit Kommas dazwischen`,
  read(text) {
    const keys = text.split(',').map((key) => key.trim())
    const isSound =
      keys.every((key) => /^[a-z][a-z\d]{0,19}$/.test(key)) && new Set(keys).size === keys.length
    return isSound && keys.length <= MOST ? keys : undefined
  },
}

/** The claims that providers commonly say these in. */
const usual: Partial<Record<Match, string>> = { email: 'email', username: 'preferred_username' }

function tableOf(key: string) {
  const nameOf = (what: string) => `OIDC_${key.toUpperCase()}_${what}`
  return {
    issuer: setting(issuerAddress, {
      name: nameOf('ISSUER'),
      meaning: 'Adresse des Anbieters, genau wie er sich selbst nennt',
    }),
    clientId: setting(text(), { name: nameOf('CLIENT_ID'), meaning: 'wie Kontor beim Anbieter heißt' }),
    clientSecret: setting(text(1_000), {
      name: nameOf('CLIENT_SECRET'),
      secret: true,
      meaning: 'Schlüssel, mit dem sich Kontor beim Anbieter ausweist',
    }),
    name: setting(text(40), { name: nameOf('NAME'), meaning: 'Name auf dem Knopf „Mit … anmelden“' }),
    scope: setting(text(), {
      name: nameOf('SCOPE'),
      default: 'openid profile email',
      meaning: 'wonach der Anbieter gefragt wird',
    }),
    match: setting(oneOf('persplan_id', 'email', 'username'), {
      name: nameOf('MATCH'),
      meaning: 'woran ein Konto hier erkannt wird',
    }),
    claim: setting(text(), {
      name: nameOf('CLAIM'),
      meaning: 'die Angabe des Anbieters, die damit verglichen wird',
    }),
    creates: setting(oneOf('yes', 'no'), {
      name: nameOf('CREATE'),
      default: 'no',
      meaning: 'ob ein Konto bekommt, wer noch keines hat',
    }),
    groupsClaim: setting(text(), {
      name: nameOf('GROUPS_CLAIM'),
      meaning: 'die Angabe des Anbieters, aus der Gruppen übernommen werden',
    }),
  }
}

/** For `doctor`, and to know a misspelt one by. */
export const settingsOfProvider = (key: string): readonly Setting[] => Object.values(tableOf(key))

/** `read` reads one setting and tells what is wrong with it; what only shows in several of them is told by `tell`. */
export function readProvider(
  key: string,
  read: (one: Setting) => unknown,
  tell: (problem: string) => void,
): ProviderAccess | undefined {
  const table = tableOf(key)
  const value = <T>(one: Setting<T>) => read(one) as T | undefined
  const issuer = value(table.issuer)
  const clientId = value(table.clientId)
  const match = value(table.match)
  const given = value(table.claim)
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
  const claim = given ?? usual[match]
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

/** What people call a provider; one that is in the settings no more by its host. */
export const providerName = (
  { providers }: { providers: readonly ProviderAccess[] },
  issuer: string,
): string =>
  providers.find((provider) => provider.issuer.href === issuer)?.name ?? URL.parse(issuer)?.hostname ?? issuer
