// Dialog for a new token: name, lifetime, scopes.
import { useState } from 'react'
import type { TokenScope } from '#contract/tokens.ts'
import { tokenDomains, tokenLifetimeDays, tokenScopes } from '#contract/words/tokens.ts'
import { CallError } from '#web/api.ts'
import { NameDialog } from '#web/forms/name-dialog.tsx'
import { type Choice, Select } from '#web/ui/field/select.tsx'
import css from './integrations.module.css'
import { makeToken } from './queries.ts'
import { domainNames } from './token-words.ts'

type TokenDomain = (typeof tokenDomains)[number]
type AccessLevel = 'none' | 'read' | 'write'

const accessChoices: Choice<AccessLevel>[] = [
  { value: 'none', text: 'Kein Zugriff' },
  { value: 'read', text: 'Lesen' },
  { value: 'write', text: 'Lesen und ändern' },
]
const isTokenScope = (scope: string): scope is TokenScope =>
  (tokenScopes as readonly string[]).includes(scope)
const accessChoicesFor = (domain: TokenDomain) =>
  accessChoices.filter(({ value }) => value === 'none' || isTokenScope(`${domain}:${value}`))

const lifetimeDays = [7, 30, tokenLifetimeDays.usual, 180, tokenLifetimeDays.longest]

/** `onMade` receives the secret token, which the server does not return again. */
export function MakeTokenDialog({
  onMade,
  onClose,
}: {
  onMade: (token: string) => void
  onClose: () => void
}) {
  const [days, setDays] = useState<number>(tokenLifetimeDays.usual)
  const [wanted, setWanted] = useState<Partial<Record<TokenDomain, AccessLevel>>>({})
  const make = async (name: string) => {
    const scopes = tokenDomains.map((domain) => `${domain}:${wanted[domain] ?? 'none'}`).filter(isTokenScope)
    if (scopes.length === 0) throw new CallError(0, 'Bitte wählen Sie, worauf das Token zugreifen darf.')
    onMade(await makeToken({ name, scopes, days }))
  }
  return (
    <NameDialog
      title="API-Token anlegen"
      label="Name"
      hint="Wofür es ist, zum Beispiel „Lohnbüro“. Er steht im Protokoll."
      field="name"
      verb="Anlegen"
      onName={make}
      onClose={onClose}
    >
      <fieldset className={css['choices']}>
        <legend>Zugriff</legend>
        {tokenDomains.map((domain) => (
          <Select
            key={domain}
            label={domainNames[domain]}
            choices={accessChoicesFor(domain)}
            value={wanted[domain] ?? 'none'}
            onChange={(reach) => setWanted({ ...wanted, [domain]: reach })}
          />
        ))}
      </fieldset>
      <Select
        label="Gültig"
        name="days"
        choices={lifetimeDays.map((life) => ({ value: String(life), text: `${life} Tage` }))}
        value={String(days)}
        onChange={(value) => setDays(Number(value))}
      />
    </NameDialog>
  )
}
