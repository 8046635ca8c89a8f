import type { SchemaState } from '#server/db/schema-state.ts'
import { refusalOf } from '#server/db/schema-state.ts'
import { type Finding, fine, wrong } from '../finding.ts'

export function schemaFindings(state: SchemaState): Finding[] {
  if (state.isEmpty) return [fine('Die Datenbank ist leer; der erste Start richtet sie ein.')]
  const refusal = refusalOf(state)
  if (refusal !== undefined) return [wrong(refusal)]
  const { missing, unknown } = state
  if (missing.length > 0) return [fine(`Der nächste Start bringt das Schema ${stepsOf(missing)} weiter.`)]
  if (unknown.length === 0) return [fine('Das Schema ist aktuell.')]
  return [fine(`Das Schema ist ${stepsOf(unknown)} weiter als diese Fassung, die noch damit auskommt.`)]
}

const stepsOf = ({ length }: readonly unknown[]) => (length === 1 ? 'einen Schritt' : `${length} Schritte`)
