import type { TokenScope } from '#contract/tokens.ts'
import type { tokenDomains } from '#contract/words/tokens.ts'

export const domainNames: Record<(typeof tokenDomains)[number], string> = {
  documents: 'Prozesse',
  happenings: 'Veranstaltungen',
  users: 'Benutzer',
  groups: 'Gruppen',
  audit: 'Protokoll',
}

/** „Prozesse lesen und ändern, Protokoll lesen“ */
export const scopesInWords = (scopes: readonly TokenScope[]): string =>
  scopes
    .map((scope) => {
      const [domain = '', reach] = scope.split(':')
      const name = domainNames[domain as keyof typeof domainNames]
      return `${name} ${reach === 'write' ? 'lesen und ändern' : 'lesen'}`
    })
    .join(', ')
