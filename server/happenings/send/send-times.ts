import { hash } from 'node:crypto'
import { toMinute } from '#contract/time/work-time.ts'
import type { Caller } from '#server/caller.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { Refused, refuse } from '#server/http/errors.ts'
import { backgroundJob, startInBackground } from '#server/jobs/in-background.ts'
import type { Report } from '#server/jobs/results-store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutTimes } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { plannerFor } from '#server/planner/planner.ts'
import {
  type OptionalField,
  type Outcome,
  PlannerFailed,
  type Proposal,
  type SentEntry,
} from '#server/planner/port.ts'
import { queueWebhookEvent } from '#server/webhooks/outbox-store.ts'
import { requireRecorder, requireSendable } from '../may-record.ts'
import { happeningSentences } from '../sentences.ts'
import { getSubhappening } from '../subhappenings-store.ts'
import { insertHistory } from '../times/store.ts'
import { reportOf } from './report.ts'
import * as store from './store.ts'

export const SEND_TIMES_JOB_KIND = 'times.send'
/** Maximum of concurrent sendings per node, so that a free worker remains for a sync. */
const PARALLEL_SENDINGS = 3

/** Returns the id of the started job, or of the one that is already running for this sub-happening. */
export async function startSending(kontor: Kontor, by: Caller, subhappening_id: number): Promise<string> {
  const sub = await getSubhappening(kontor.db, by, { subhappening_id })
  requireRecorder(sub, by)
  requireSendable(sub.happening_status, sub.is_recorder, by)
  return startInBackground(kontor, {
    kind: SEND_TIMES_JOB_KIND,
    key: String(subhappening_id),
    by,
    payload: { subhappening_id },
  })
}

export const sendTimesJob = backgroundJob(
  happeningSentences.sendingFailed,
  (kontor, { subhappening_id, by, background_result_id }) =>
    sendTimes(kontor, {
      subhappening_id: subhappening_id as number,
      by: by as number,
      background_result_id: background_result_id as string,
    }),
  { atOnce: PARALLEL_SENDINGS },
)

type Sending = { subhappening_id: number; by: number; background_result_id?: string }

const ENTRIES_PER_REQUEST = 500

/**
 * Sends the complete times of a sub-happening to the planner and marks the accepted ones. Cleared times are
 * sent without values, which withdraws them. Absent people are sent in the same way, with `absent` if the
 * planner supports it. The job may crash at any point and run again: an entry that was sent but not marked is
 * sent with the same revision, which the planner accepts only once. If an error stops the sending, the report
 * contains what was sent before.
 */
export async function sendTimes(kontor: Kontor, sending: Sending): Promise<Report> {
  const { db } = kontor
  const { subhappening_id } = sending
  const start = await store.getSendingStart(db, sending.background_result_id)
  const edited: store.Sendable[] = []
  let last = 0
  let stopped: Refused | undefined
  try {
    for (;;) {
      const batch = await inTransaction(kontor, (tx) => bookNextBatch(tx, sending, last))
      if (batch.length === 0) break
      const outcomes = await transmit(kontor, batch)
      edited.push(...(await inTransaction(kontor, (tx) => markSent(tx, sending, batch, outcomes))))
      last = (batch.at(-1) as store.Sendable).id
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    stopped = error
  }
  const done = await store.listOutcomesSince(db, subhappening_id, start)
  if (done.length + edited.length === 0) {
    if (stopped) throw stopped
    await checkMaySend(db, sending)
  }
  return reportOf({
    sent: done.filter(({ kind }) => kind === 'sent').length,
    withdrawn: done.filter(({ kind }) => kind === 'withdrawn').length,
    refused: done.filter(({ kind }) => kind === 'refused'),
    edited,
    left: stopped ? await store.countSendable(db, subhappening_id, last) : 0,
    why: stopped?.message,
    incomplete: await store.countIncomplete(db, subhappening_id),
  })
}

/** Checked before each request to the planner, since rights and status may have changed since the start. */
async function checkMaySend(db: Database, { subhappening_id, by }: Sending) {
  const found = await store.findSenderRights(db, subhappening_id, by)
  if (!found) throw refuse('not_found', happeningSentences.partIsGone)
  if (!found.is_active) throw refuse('forbidden', happeningSentences.senderIsInactive)
  if (!found.is_recorder && !found.is_admin) throw refuse('forbidden', happeningSentences.senderRecordsNoMore)
  requireSendable(found.status, found.is_recorder, found)
}

/**
 * Locks the next entries and marks those with times or an absence as `booked`. From then on they cannot be
 * removed, because the planner may have them even if its answer gets lost.
 */
async function bookNextBatch(tx: Tx, sending: Sending, after: number): Promise<store.Sendable[]> {
  const { subhappening_id } = sending
  await store.lockHappeningForShare(tx, subhappening_id)
  const batch = await store.lockSendableForUpdate(tx, subhappening_id, after, ENTRIES_PER_REQUEST)
  if (batch.length === 0) return []
  await checkMaySend(tx, sending)
  const offered = batch.filter((entry) => !entry.booked && !isEmpty(entry)).map(({ id }) => id)
  await store.setBooked(tx, offered)
  if (offered.length > 0) changed(tx, aboutTimes(subhappening_id))
  return batch
}

async function transmit({ config }: Kontor, batch: store.Sendable[]): Promise<Map<string, Outcome>> {
  const planner = plannerFor(config.planner)
  try {
    const taken = batch.some(hasOptionalFields) ? await planner.listFields() : noFields
    const going = batch.filter((entry) => !isProposal(entry) || taken.has('proposal'))
    const entries = going.map((entry) => toSentEntry(entry, taken))
    const outcomes = entries.length > 0 ? await planner.sendTimes(requestKey(going, entries), entries) : []
    const unwanted = batch
      .filter((entry) => !going.includes(entry))
      .map(({ planner_id }) => refusedOutcome(planner_id))
    return new Map([...outcomes, ...unwanted].map((outcome) => [outcome.id, outcome]))
  } catch (error) {
    if (!(error instanceof PlannerFailed)) throw error
    throw refuse('planner_failed', happeningSentences.sendingRefused(error.message))
  }
}

/** `taken`: optional fields that the planner supports; others are left out. */
function toSentEntry(entry: store.Sendable, taken: ReadonlySet<OptionalField>): SentEntry {
  return {
    id: entry.planner_id,
    revision: entry.sent_revision,
    ist_von: toMinute(entry.ist_von),
    ist_bis: toMinute(entry.ist_bis),
    ...(entry.ist_pause !== null && taken.has('ist_pause') && { ist_pause: entry.ist_pause }),
    ...(entry.note !== null && taken.has('note') && { note: entry.note }),
    ...(entry.absent && taken.has('absent') && { absent: true }),
    ...(isProposal(entry) && { proposal: proposalOf(entry) }),
  }
}

/** An unplanned entry with times or an absence. A withdrawal is no proposal. */
const isProposal = (entry: store.Sendable) => entry.unplanned && !isEmpty(entry)
const proposalOf = (entry: store.Sendable): Proposal => ({
  subhappening_id: entry.part_planner_id,
  personalnummer: entry.personalnummer,
  first_name: entry.first_name,
  last_name: entry.last_name,
  subcontractor: entry.subcontractor,
})
const refusedOutcome = (id: string): Outcome => ({
  id,
  accepted: false,
  message: happeningSentences.plannerTakesNobody,
})

const hasOptionalFields = (entry: store.Sendable) =>
  entry.ist_pause !== null || entry.note !== null || entry.absent || isProposal(entry)
const noFields: ReadonlySet<OptionalField> = new Set()

/** True for an entry without times and absence, which withdraws what was sent before. */
const isEmpty = ({ ist_von, absent }: store.Sendable) => ist_von === null && !absent

/**
 * Idempotency key of a request. A repeat after a crash has the same key. An edit, a restore and a refusal
 * change the key. So does an entry that the planner dropped and brought back, because it has a new id here.
 * Optional fields are part of the key, since the planner may support other fields at the next attempt.
 */
const requestKey = (batch: store.Sendable[], entries: SentEntry[]) =>
  hash(
    'sha256',
    batch
      .map((one, at) => {
        const { id, revision, ist_von: _von, ist_bis: _bis, ...optional } = entries[at] as SentEntry
        const more = Object.keys(optional).length > 0 ? `\n${JSON.stringify(optional)}` : ''
        return `${one.id}\n${id}\n${revision}\n${one.last_refusal}${more}`
      })
      .join('\n'),
  )

/** Marks entries that are unchanged since they were sent; returns those edited since. */
async function markSent(
  tx: Tx,
  { subhappening_id, by }: Sending,
  batch: store.Sendable[],
  outcomes: Map<string, Outcome>,
): Promise<store.Sendable[]> {
  const refusalOf = ({ planner_id }: store.Sendable) => {
    const outcome = outcomes.get(planner_id)
    return outcome?.accepted ? null : (outcome?.message ?? 'ohne Begründung')
  }
  await store.lockHappeningForShare(tx, subhappening_id)
  const marked = await store.setOutcomes(
    tx,
    batch.map((entry) => {
      const refused = refusalOf(entry)
      return { ...entry, refused, booked: refused === null ? !isEmpty(entry) : entry.booked }
    }),
  )
  const settled = batch.filter(({ id }) => marked.has(id))
  await insertHistory(
    tx,
    by,
    settled.map((entry) => ({
      entry_id: entry.id,
      kind: refusalOf(entry) !== null ? 'refused' : isEmpty(entry) ? 'withdrawn' : 'sent',
      old_von: null,
      old_bis: null,
      new_von: entry.ist_von,
      new_bis: entry.ist_bis,
      new_absent: entry.absent,
      message: refusalOf(entry) ?? outcomes.get(entry.planner_id)?.message ?? 'Angenommen',
    })),
  )
  const taken = settled.filter((entry) => refusalOf(entry) === null)
  if (taken.length > 0)
    await queueWebhookEvent(tx, 'times.sent', {
      ...(await store.getPartNames(tx, subhappening_id)),
      user_id: by,
      entries: taken.length,
    })
  if (settled.length > 0) changed(tx, aboutTimes(subhappening_id))
  const unmarked = batch.filter(({ id }) => !marked.has(id))
  const elsewhere = await store.listSubmitted(tx, unmarked)
  return unmarked.filter(({ id }) => !elsewhere.has(id))
}
