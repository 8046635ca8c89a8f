import type { Named } from './store.ts'

/** What became of a sending, in words: a summary, then a line for each entry that did not go. */
export type Sending = {
  sent: number
  withdrawn: number
  refused: (Named & { message: string | null; isEmpty: boolean })[]
  /** Changed while they were on their way. */
  edited: Named[]
  /** Without a start or an end. */
  incomplete: number
}

const LINES = 50

export function reportOf({ sent, withdrawn, refused, edited, incomplete }: Sending): string {
  const all = sent + withdrawn + refused.length + edited.length
  return [
    all === 0 ? 'Es gibt nichts zu übermitteln.' : summary({ sent, withdrawn, refused, edited }, all),
    ...lines(
      refused,
      (entry) =>
        `${entry.isEmpty ? 'Zurücknahme abgelehnt' : 'Abgelehnt'}: ${nameOf(entry)} – ${entry.message ?? 'ohne Begründung'}`,
    ),
    ...lines(edited, (entry) => `Während des Sendens geändert, bitte noch einmal senden: ${nameOf(entry)}`),
    ...(incomplete === 0
      ? []
      : [
          incomplete === 1
            ? 'Bei einem Eintrag fehlt noch Beginn oder Ende.'
            : `Bei ${incomplete} Einträgen fehlen noch Beginn oder Ende.`,
        ]),
  ].join('\n')
}

/** Whoever reads no further knows what went and what did not. */
function summary({ sent, withdrawn, refused, edited }: Omit<Sending, 'incomplete'>, all: number): string {
  const gone = `${sent + withdrawn} von ${all} ${all === 1 ? 'Zeit' : 'Zeiten'} übermittelt`
  const parts = [
    withdrawn > 0 ? `${gone} (${withdrawn} zurückgenommen)` : gone,
    refused.length > 0 && `${refused.length} abgelehnt`,
    edited.length > 0 && `${edited.length} währenddessen geändert`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

const nameOf = ({ last_name, first_name, subcontractor }: Named) =>
  [last_name, first_name].filter(Boolean).join(', ') || subcontractor || 'ein Eintrag ohne Namen'

function lines<T>(all: T[], line: (one: T) => string): string[] {
  const rest = all.length - LINES
  return [...all.slice(0, LINES).map(line), ...(rest > 0 ? [`… und ${rest} weitere`] : [])]
}
