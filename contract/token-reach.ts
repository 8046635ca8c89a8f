// Allow list of calls for API tokens, by scope. A call that is not listed is out of reach for every token, so a
// new call starts out of reach. Left out on purpose: sign-in, passwords, second factors, sessions, tokens,
// invitations, personal data, backups, chat.
import { type Api, api } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import type { TokenScope } from './tokens.ts'
import type { tokenDomains } from './words/tokens.ts'

type TokenDomain = (typeof tokenDomains)[number]
type EndpointNames = { [D in keyof Api]?: readonly (keyof Api[D])[] }

const endpointsByDomain: Record<TokenDomain, EndpointNames> = {
  documents: {
    docs: [
      'list',
      'create',
      'read',
      'save',
      'remove',
      'restore',
      'copy',
      'pdf',
      'rename',
      'setStatus',
      'massEdit',
      'visibility',
      'setPublic',
      'setGroups',
      'results',
      'downloadResults',
      'resetResults',
      'rounds',
      'downloadRound',
      'uploadImage',
      'image',
    ],
    photos: ['read'],
    versions: ['list', 'read', 'effects', 'restore', 'name', 'unname'],
    publishing: ['people', 'person'],
  },
  happenings: {
    happenings: [
      'list',
      'massEdit',
      'types',
      'sync',
      'previewSync',
      'lastSync',
      'read',
      'setStatus',
      'excel',
      'send',
      'subhappenings',
      'subhappening',
      'setRecorders',
      'times',
      'record',
      'people',
      'addPerson',
      'removePerson',
      'hints',
      'history',
    ],
    jobs: ['result'],
  },
  users: {
    users: [
      'list',
      'create',
      'read',
      'rename',
      'changeName',
      'exportPeople',
      'sync',
      'previewSync',
      'lastSync',
    ],
    jobs: ['result'],
  },
  groups: {
    groups: ['list', 'listCustom', 'create', 'remove', 'effects', 'rename'],
    users: ['assignments', 'assignMany', 'assignment', 'assign', 'unassign'],
  },
  audit: { audit: ['list', 'excel', 'find', 'object'] },
}

const domainsByEndpoint = new Map<Endpoint, TokenDomain[]>()
for (const [domain, calls] of Object.entries(endpointsByDomain) as [TokenDomain, EndpointNames][])
  for (const [part, names] of Object.entries(calls) as [keyof Api, readonly string[]][])
    for (const name of names) {
      const endpoint = (api[part] as Record<string, Endpoint>)[name] as Endpoint
      domainsByEndpoint.set(endpoint, [...(domainsByEndpoint.get(endpoint) ?? []), domain])
    }

/** Scopes that allow a call: one of them suffices; empty if no token reaches it. Write includes read. */
export const scopesFor = (endpoint: Endpoint): TokenScope[] =>
  (domainsByEndpoint.get(endpoint) ?? []).flatMap((domain) =>
    endpoint.method === 'GET'
      ? ([`${domain}:read`, `${domain}:write`] as TokenScope[])
      : [`${domain}:write` as TokenScope],
  )
