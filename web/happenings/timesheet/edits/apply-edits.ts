// Applying open changes: what has to be mended first, what the server says, and what helps those that wait. Pure.

import { isFault } from '#contract/time/work-time.ts'
import type { TimeDispute, TimeEntry, TimeEntryChange } from '#contract/times.ts'
import { formatDateTime, formatNumber, withFullStop } from '#web/ui/format.ts'
import { changeOf, type Edit, type Edits, isUndisputed, stillAsPressed } from './edits.ts'
import { fields } from './ends.ts'
import { type Rules, readEntry } from './read-entry.ts'
import { fullNameOf } from './words.ts'

/** Attempts before giving up, while others keep changing the same entries first. */
const ROUNDS = 5

/**
 * Sends all at once, each change with the revision that it has seen. Where others came first with some of it, the
 * server says which and stores nothing; the rest is sent without them. Answers what is stored and why the others
 * wait; undefined where others always came first.
 */
export async function applyEdits(
  edits: Edits,
  record: (changes: TimeEntryChange[]) => Promise<readonly TimeDispute[]>,
): Promise<{ stored: Edits; disputes: readonly TimeDispute[] } | undefined> {
  const left = new Map(edits)
  const waiting: TimeDispute[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const changes = [...left].map(([id, edit]) => changeOf(id, edit))
    const disputes = changes.length === 0 ? [] : await record(changes)
    if (disputes.length === 0) return { stored: left, disputes: waiting }
    for (const dispute of disputes) {
      const { timeentry_id: id, entry } = dispute
      const edit = left.get(id) as Edit
      // Where the server cannot tell what was seen, every field counts as changed; the edit knows what it began from.
      if (entry && isUndisputed(entry, edit)) left.set(id, { ...edit, revision: entry.revision })
      else {
        left.delete(id)
        waiting.push(dispute)
      }
    }
  }
  return undefined
}

export type Trouble = {
  sentence: string
  /** The changes as they were then: it is over once they have been changed, or decided about. */
  edits: Edits
  isUndecided?: boolean
  /** To be looked at in their rows; to be dropped since they have none any more; not to go by themselves after all. */
  way?: 'show' | 'drop' | 'withdraw'
  /** It goes by itself later: it is over too once that may succeed. */
  isLater?: boolean
  /** No server was reached, so none has refused anything. */
  isUnreached?: boolean
}

export const APPLIED = 'Änderungen übernommen'
const FAILED = 'Fehler beim Übernehmen der Änderungen'

/**
 * An edit that waits for a decision keeps its revision, whatever else becomes of it. One that goes by itself does so as
 * it was pressed, whatever others change beside it.
 */
export const isOver = ({ edits: then, isUndecided, isLater }: Trouble, now: Edits) =>
  isLater
    ? stillAsPressed(then, now).size === 0
    : ![...then].some(([id, edit]) =>
        isUndecided ? now.get(id)?.revision === edit.revision : now.get(id) === edit,
      )

const only = (edits: Edits, ids: readonly number[]): Edits =>
  new Map([...edits].filter(([id]) => ids.includes(id)))

/** The first entry of the list that has to be mended before anything is applied. */
export function findFault(edits: Edits, entries: readonly TimeEntry[], rules: Rules): Trouble | undefined {
  const wrong = entries.find((entry) => {
    const edit = edits.get(entry.id)
    return edit && (edit.unread || isFault(readEntry(entry, edit, rules)))
  })
  return (
    wrong && {
      sentence: `${FAILED}: Bitte korrigieren Sie zuerst die Zeiten von „${fullNameOf(wrong)}“.`,
      edits: only(edits, [wrong.id]),
      way: 'show',
    }
  )
}

type Waiting = {
  isOffline: boolean
  isReached: boolean
  /** Another person is signed in by now, or a second factor is missing: no fault of the server. */
  isOfSession?: boolean
  isKept: boolean
  /** A sending was pressed for as well. */
  isToSend?: boolean | undefined
}

/** `why` is the server's sentence, or the one that there is no server. `waiting`: it goes by itself. */
export function failedTrouble(edits: Edits, why: string, waiting?: Waiting): Trouble {
  if (!waiting) return { sentence: `${FAILED}: ${why}`, edits }
  const { isOffline, isReached, isOfSession, isKept, isToSend } = waiting
  const then = isOfSession
    ? 'Sie wieder angemeldet sind'
    : isReached
      ? 'es wieder geht'
      : 'Sie wieder Netz haben'
  const stays = isKept
    ? `Die Änderungen bleiben auf diesem Gerät gespeichert und werden übernommen, sobald ${then}.${isToSend ? ' Senden Sie sie bitte dann.' : ''}`
    : 'Bitte lassen Sie dieses Fenster offen: Die Änderungen stehen nur hier.'
  const sentence = `${FAILED}: ${isOffline ? 'Sie sind offline.' : withFullStop(why)} ${stays}`
  return { sentence, edits, isLater: true, isUnreached: isOffline || !isReached, way: 'withdraw' }
}

/** Changes that wait although the rest is stored; undefined where none do. */
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
    sentence: [`${FAILED}.`, ...sentences.filter(Boolean)].join(' '),
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

/** The server may have it all the same. Sent again as it was, it is remembered once. */
export function leftUnanswered(edits: Edits, sent: Edits): Edits {
  const next = new Map(edits)
  for (const [id, { local }] of sent) {
    const present = next.get(id)
    const unanswered = present?.unanswered ?? []
    if (present && unanswered.every((one) => fields.some((field) => one[field] !== local[field])))
      next.set(id, { ...present, unanswered: [...unanswered, local] })
  }
  return next
}
