// Applying open changes: checks, retries, and messages about changes that could not be applied. Pure.

import { isTimeFault } from '#contract/time/work-time.ts'
import type { TimeDispute, TimeEntry, TimeEntryChange } from '#contract/times.ts'
import { formatDateTime, formatNumber, withFullStop } from '#web/ui/format.ts'
import { type Edit, type Edits, isUndisputed, toTimeEntryChange, unchangedSincePress } from './edits.ts'
import { recordedFields } from './ends.ts'
import { type PlausibilityRules, readEntry } from './read-entry.ts'
import { fullNameOf } from './words.ts'

/** Attempts before giving up, while others keep changing the same entries first. */
const MAX_ATTEMPTS = 5

/**
 * Sends all changes in one call, each with the revision it is based on. If some are in conflict, the server
 * names them and stores nothing, and the call is repeated without them. Returns the stored changes and the
 * disputes. Undefined if other people were faster in every attempt.
 */
export async function applyEdits(
  edits: Edits,
  record: (changes: TimeEntryChange[]) => Promise<readonly TimeDispute[]>,
): Promise<{ stored: Edits; disputes: readonly TimeDispute[] } | undefined> {
  const left = new Map(edits)
  const waiting: TimeDispute[] = []
  for (let round = 0; round < MAX_ATTEMPTS; round++) {
    const changes = [...left].map(([id, edit]) => toTimeEntryChange(id, edit))
    const disputes = changes.length === 0 ? [] : await record(changes)
    if (disputes.length === 0) return { stored: left, disputes: waiting }
    for (const dispute of disputes) {
      const { timeentry_id: id, entry } = dispute
      const edit = left.get(id) as Edit
      // The server reports every field as changed if it lacks the revision that the user saw. The edit's base is
      // exact.
      if (entry && isUndisputed(entry, edit)) left.set(id, { ...edit, revision: entry.revision })
      else {
        left.delete(id)
        waiting.push(dispute)
      }
    }
  }
  return undefined
}

export type ApplyProblem = {
  sentence: string
  /** Edits at the time of the message, which is over once they are changed or decided. */
  edits: Edits
  isUndecided?: boolean
  /** Action offered: 'show' the rows, 'drop' edits without rows, or 'withdraw' the automatic retry. */
  action?: 'show' | 'drop' | 'withdraw'
  /** Will be retried automatically. Over once no edit has the values with which „Übernehmen“ was pressed. */
  willRetry?: boolean
  /** The server was not reached, so nothing was refused. */
  isUnreached?: boolean
}

export const APPLIED_SENTENCE = 'Änderungen übernommen'
const APPLY_FAILED_SENTENCE = 'Fehler beim Übernehmen der Änderungen'

/**
 * True once the message no longer applies to the present edits. A message about undecided edits applies until their
 * revision changes. One about a retry applies as long as an edit has the values with which „Übernehmen“ was pressed.
 * Any other applies as long as one of its edits is unchanged.
 */
export const isProblemOver = ({ edits: then, isUndecided, willRetry }: ApplyProblem, now: Edits) =>
  willRetry
    ? unchangedSincePress(then, now).size === 0
    : ![...then].some(([id, edit]) =>
        isUndecided ? now.get(id)?.revision === edit.revision : now.get(id) === edit,
      )

const pickEdits = (edits: Edits, ids: readonly number[]): Edits =>
  new Map([...edits].filter(([id]) => ids.includes(id)))

/** The first entry with invalid input, which blocks applying. */
export function findFault(
  edits: Edits,
  entries: readonly TimeEntry[],
  rules: PlausibilityRules,
): ApplyProblem | undefined {
  const wrong = entries.find((entry) => {
    const edit = edits.get(entry.id)
    return edit && (edit.unread || isTimeFault(readEntry(entry, edit, rules)))
  })
  return (
    wrong && {
      sentence: `${APPLY_FAILED_SENTENCE}: Bitte korrigieren Sie zuerst die Zeiten von „${fullNameOf(wrong)}“.`,
      edits: pickEdits(edits, [wrong.id]),
      action: 'show',
    }
  )
}

type RetryState = {
  isOffline: boolean
  isReached: boolean
  /** Somebody else is signed in by now, or a second factor is missing. */
  isOfSession?: boolean
  isKept: boolean
  /** The user also wants to send the times to the planner. */
  isToSend?: boolean | undefined
}

/** `why`: the server's sentence, or that it is unreachable. `waiting`: will be retried automatically. */
export function failedProblem(edits: Edits, why: string, waiting?: RetryState): ApplyProblem {
  if (!waiting) return { sentence: `${APPLY_FAILED_SENTENCE}: ${why}`, edits }
  const { isOffline, isReached, isOfSession, isKept, isToSend } = waiting
  const then = isOfSession
    ? 'Sie wieder angemeldet sind'
    : isReached
      ? 'es wieder geht'
      : 'Sie wieder Netz haben'
  const stays = isKept
    ? `Die Änderungen bleiben auf diesem Gerät gespeichert und werden übernommen, sobald ${then}.${isToSend ? ' Senden Sie sie bitte dann.' : ''}`
    : 'Bitte lassen Sie dieses Fenster offen: Die Änderungen stehen nur hier.'
  const sentence = `${APPLY_FAILED_SENTENCE}: ${isOffline ? 'Sie sind offline.' : withFullStop(why)} ${stays}`
  return { sentence, edits, willRetry: true, isUnreached: isOffline || !isReached, action: 'withdraw' }
}

/** Message about changes that were left out; undefined if there are none. */
export function disputesProblem(edits: Edits, disputes: readonly TimeDispute[]): ApplyProblem | undefined {
  if (disputes.length === 0) return undefined
  const of = (reason: TimeDispute['reason']) => disputes.filter((dispute) => dispute.reason === reason)
  const [changed, locked, gone] = [of('changed'), of('locked'), of('gone')]
  const sentences = [
    changed.length > 0 &&
      `${entriesInWords(changed)} nicht übernommen: ${whoChanged(changed)}. Bitte entscheiden Sie an der Zeile.`,
    locked.length > 0 &&
      `${entriesInWords(locked)} nicht übernommen: Die Zeiten sind inzwischen übermittelt, oder die Veranstaltung lässt es nicht mehr zu.`,
    gone.length > 0 &&
      `${entriesInWords(gone)} nicht übernommen: Die Personalplanung hat ${gone.length === 1 ? 'den Zeiteintrag' : 'die Zeiteinträge'} entfernt.`,
  ]
  const inRows = [...changed, ...locked]
  const ids = (inRows.length > 0 ? inRows : gone).map(({ timeentry_id }) => timeentry_id)
  return {
    sentence: [`${APPLY_FAILED_SENTENCE}.`, ...sentences.filter(Boolean)].join(' '),
    edits: pickEdits(edits, ids),
    isUndecided: changed.length > 0,
    action: inRows.length > 0 ? 'show' : 'drop',
  }
}

/** Names the author if all disputes have the same one, and the time if there is only one dispute. */
function whoChanged([first, ...others]: readonly TimeDispute[]): string {
  const { by_display_name: name, at } = first as TimeDispute
  if (!name || !at || others.some(({ by_display_name }) => by_display_name !== name))
    return 'Andere haben inzwischen dasselbe geändert'
  return `${name} hat inzwischen dasselbe geändert${others.length === 0 ? ` (${formatDateTime(at)})` : ''}`
}

const entriesInWords = ({ length }: readonly unknown[]) =>
  length === 1 ? 'Ein Eintrag wurde' : `${formatNumber(length)} Einträge wurden`

/** Remembers values sent without an answer, since the server may have stored them. Equal ones are kept once. */
export function keepUnanswered(edits: Edits, sent: Edits): Edits {
  const next = new Map(edits)
  for (const [id, { local }] of sent) {
    const present = next.get(id)
    const unanswered = present?.unanswered ?? []
    if (present && unanswered.every((one) => recordedFields.some((field) => one[field] !== local[field])))
      next.set(id, { ...present, unanswered: [...unanswered, local] })
  }
  return next
}
