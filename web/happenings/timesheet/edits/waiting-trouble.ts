// What is said of changes that wait since others came first. Seldom needed, so that it comes when it is. Pure.
import type { TimeDispute } from '#contract/times.ts'
import { formatDateTime, formatNumber } from '#web/ui/format.ts'
import { only, type Trouble } from './apply-edits.ts'
import type { Edits } from './edits.ts'

/** What waits although the rest has gone; undefined where nothing does. */
export function waitingTrouble(edits: Edits, disputes: readonly TimeDispute[]): Trouble | undefined {
  if (disputes.length === 0) return undefined
  const of = (reason: TimeDispute['reason']) => disputes.filter((dispute) => dispute.reason === reason)
  const [changed, locked, gone] = [of('changed'), of('locked'), of('gone')]
  const sentences = [
    changed.length > 0 &&
      `${counted(changed)} nicht übernommen: ${whoChanged(changed)}. Bitte entscheiden Sie an der Zeile.`,
    locked.length > 0 &&
      `${counted(locked)} nicht übernommen: Die Zeiten sind inzwischen übermittelt, oder die Veranstaltung lässt es nicht mehr zu.`,
    gone.length > 0 &&
      `${counted(gone)} nicht übernommen: Die Personalplanung hat ${gone.length === 1 ? 'den Zeiteintrag' : 'die Zeiteinträge'} entfernt.`,
  ]
  const inRows = [...changed, ...locked]
  const ids = (inRows.length > 0 ? inRows : gone).map(({ timeentry_id }) => timeentry_id)
  return {
    sentence: sentences.filter(Boolean).join(' '),
    edits: only(edits, ids),
    isUndecided: changed.length > 0,
    way: inRows.length > 0 ? 'show' : 'drop',
  }
}

/** By name and moment where it was one person; of several entries no moment would be true of all. */
function whoChanged([first, ...others]: readonly TimeDispute[]): string {
  const { by_display_name: name, at } = first as TimeDispute
  if (!name || !at || others.some(({ by_display_name }) => by_display_name !== name))
    return 'Andere haben inzwischen dasselbe geändert'
  return `${name} hat inzwischen dasselbe geändert${others.length === 0 ? ` (${formatDateTime(at)})` : ''}`
}

const counted = ({ length }: readonly unknown[]) =>
  length === 1 ? 'Ein Eintrag wurde' : `${formatNumber(length)} Einträge wurden`
