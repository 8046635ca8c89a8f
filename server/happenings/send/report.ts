import type { JobOutcome } from '#contract/jobs.ts'
import type { Report } from '#server/jobs/results-store.ts'
import { linesOf } from '#server/planner/sync.ts'
import type { NamedPerson } from './store.ts'

/** Outcome of a sending for each entry of a sub-happening. */
type SendingResult = {
  sent: number
  withdrawn: number
  refused: (NamedPerson & { message: string | null; isEmpty: boolean })[]
  /** Changed while they were being sent. */
  edited: NamedPerson[]
  /** Number of entries not sent because of an error, and its message. */
  left: number
  why?: string | undefined
  /** Number of entries without a start or an end. */
  incomplete: number
}

const MAX_LINES = 50

/** A summary, the error that stopped it, and a line for each entry that was not sent. */
export function reportOf(times: SendingResult): Report {
  const { refused, edited, why, incomplete } = times
  const lines = [
    summary(times),
    ...(why === undefined ? [] : [why]),
    ...linesOf(
      refused,
      (entry) =>
        `${entry.isEmpty ? 'Zurücknahme abgelehnt' : 'Abgelehnt'}: ${personName(entry)} – ${entry.message ?? 'ohne Begründung'}`,
      MAX_LINES,
    ),
    ...linesOf(
      edited,
      (entry) => `Während des Sendens geändert, bitte noch einmal senden: ${personName(entry)}`,
      MAX_LINES,
    ),
    ...(incomplete === 0
      ? []
      : [
          incomplete === 1
            ? 'Bei einem Eintrag fehlte Beginn oder Ende.'
            : `Bei ${incomplete} Einträgen fehlten Beginn oder Ende.`,
        ]),
  ]
  return { outcome: outcomeOf(times), result: lines.join('\n') }
}

const countTimes = ({ sent, withdrawn, refused, edited, left }: SendingResult) =>
  sent + withdrawn + refused.length + edited.length + left

/** Times without a start or an end do not count, because they are never sent. */
function outcomeOf(times: SendingResult): JobOutcome {
  if (countTimes(times) === 0) return 'nothing'
  return times.refused.length + times.edited.length + times.left > 0 ? 'partly' : 'done'
}

function summary(times: SendingResult): string {
  const { sent, withdrawn, refused, edited, left } = times
  const all = countTimes(times)
  if (all === 0) return 'Es gibt nichts zu übermitteln.'
  const gone = `${sent + withdrawn} von ${all} ${all === 1 ? 'Zeit' : 'Zeiten'} übermittelt`
  const parts = [
    withdrawn > 0 ? `${gone} (${withdrawn} zurückgenommen)` : gone,
    refused.length > 0 && `${refused.length} abgelehnt`,
    edited.length > 0 && `${edited.length} währenddessen geändert`,
    left > 0 && `${left} nicht mehr gesendet`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

const personName = ({ last_name, first_name, subcontractor }: NamedPerson) =>
  [last_name, first_name].filter(Boolean).join(', ') || subcontractor || 'ein Eintrag ohne Namen'
