/** Why open changes were not applied, and what helps. Pure. */
import { formatNumber } from '#web/ui/format.ts'
import type { Edits } from './edits.ts'
import type { Plan } from './plan-apply.ts'

export type Trouble = {
  sentence: string
  /** The changes as they were then: it is over once they have been changed. */
  edits: Edits
  /** To be looked at in their rows, or to be dropped since they have none any more. */
  way?: 'show' | 'drop'
  /** Nobody was reached: it is over too once somebody can be. */
  isUnreached?: boolean
}

export const FAILED = 'Fehler beim Übernehmen der Änderungen'

export const isOver = ({ edits: then }: Trouble, now: Edits) =>
  ![...then].some(([id, edit]) => now.get(id) === edit)

const only = (edits: Edits, ids: readonly number[]): Edits =>
  new Map([...edits].filter(([id]) => ids.includes(id)))

export const faultyTrouble = (edits: Edits, id: number, name: string): Trouble => ({
  sentence: `${FAILED}: Bitte korrigieren Sie zuerst die Zeiten von „${name}“.`,
  edits: only(edits, [id]),
  way: 'show',
})

/** What waits although the rest has gone. */
export function waitingTrouble(edits: Edits, { disputed, locked, gone }: Plan): Trouble | undefined {
  const inRows = [...disputed, ...locked]
  if (inRows.length + gone.length === 0) return undefined
  const sentences = [
    disputed.length > 0 &&
      `${counted(disputed.length)} nicht übernommen: Andere haben inzwischen dasselbe geändert. Bitte entscheiden Sie an der Zeile.`,
    locked.length > 0 &&
      `${counted(locked.length)} nicht übernommen: Die Zeiten sind inzwischen übermittelt, oder die Veranstaltung lässt es nicht mehr zu.`,
    gone.length > 0 &&
      `${counted(gone.length)} nicht übernommen: Die Personalplanung hat ${gone.length === 1 ? 'den Zeiteintrag' : 'die Zeiteinträge'} entfernt.`,
  ]
  return {
    sentence: sentences.filter(Boolean).join(' '),
    edits: only(edits, inRows.length > 0 ? inRows : gone),
    way: inRows.length > 0 ? 'show' : 'drop',
  }
}

/** `why` is the server's sentence, or the one that there is no server. */
export function failedTrouble(
  edits: Edits,
  why: string,
  { isOffline, isReached, isKept }: { isOffline: boolean; isReached: boolean; isKept: boolean },
): Trouble {
  if (isReached) return { sentence: `${FAILED}: ${why}`, edits }
  const stays = isKept
    ? 'Die Änderungen bleiben auf diesem Gerät gespeichert, bis Sie sie übernehmen.'
    : 'Bitte lassen Sie dieses Fenster offen: Die Änderungen stehen nur hier.'
  const sentence = isOffline ? `Sie sind offline. ${stays}` : `${FAILED}: ${why} ${stays}`
  return { sentence, edits, isUnreached: true }
}

const counted = (count: number) =>
  count === 1 ? 'Ein Eintrag wurde' : `${formatNumber(count)} Einträge wurden`
