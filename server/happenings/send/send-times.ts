import { hash } from 'node:crypto'
import type { Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import { backgroundJob } from '#server/jobs/in-background.ts'
import type { Report } from '#server/jobs/results-store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutAllTimes, aboutTimes } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { plannerFor } from '#server/planner/planner.ts'
import { type Outcome, PlannerFailed } from '#server/planner/port.ts'
import { requireSendable } from '../may-record.ts'
import { insertHistory } from '../times/store.ts'
import { reportOf } from './report.ts'
import * as store from './store.ts'

/**
 * Sends the complete times of a sub-happening to the planner, and marks those that it takes. Times that it has and that
 * are cleared here go as empty ones, which withdraws them. It may end anywhere and be done again: what was sent and not
 * marked is sent again as the same revision, which the planner books once.
 */
export const SEND_TIMES = 'times.send'
/** How many sendings a node does at once: a sync always has a place beside them. */
const AT_ONCE = 3

export const sendTimesJob = backgroundJob(
  'Das Senden ist fehlgeschlagen. Bitte senden Sie noch einmal; doppelt gebucht wird dabei nichts.',
  (kontor, { subhappening_id, by, background_result_id }) =>
    sendTimes(kontor, {
      subhappening_id: subhappening_id as number,
      by: by as number,
      background_result_id: background_result_id as string,
    }),
  { atOnce: AT_ONCE },
)

type Sending = { subhappening_id: number; by: number; background_result_id?: string }

const IN_ONE_REQUEST = 500

export async function sendTimes(kontor: Kontor, sending: Sending): Promise<Report> {
  const { db } = kontor
  const { subhappening_id } = sending
  const start = await store.findStart(db, sending.background_result_id)
  const edited: store.Sendable[] = []
  for (let last = 0; ; ) {
    await checkMaySend(kontor, sending)
    const batch = await store.listSendable(db, subhappening_id, last, IN_ONE_REQUEST)
    if (batch.length === 0) break
    last = (batch.at(-1) as store.Sendable).id
    await inTransaction(kontor, (tx) => offer(tx, sending, batch))
    const outcomes = await transmit(kontor, batch)
    edited.push(...(await inTransaction(kontor, (tx) => settle(tx, sending, batch, outcomes))))
  }
  const done = await store.listOutcomesSince(db, subhappening_id, start)
  return reportOf({
    sent: done.filter(({ kind }) => kind === 'sent').length,
    withdrawn: done.filter(({ kind }) => kind === 'withdrawn').length,
    refused: done.filter(({ kind }) => kind === 'refused'),
    edited,
    incomplete: await store.countIncomplete(db, subhappening_id),
  })
}

/** Is asked again before each transmission: minutes may have passed since the start. */
async function checkMaySend({ db }: Kontor, { subhappening_id, by }: Sending) {
  const found = await store.findSending(db, subhappening_id, by)
  if (!found) throw refuse('not_found', 'Diese Teilveranstaltung gibt es nicht mehr.')
  requireSendable(found.status, found.is_recorder, found)
}

/** From now on the planner may hold these times, whatever becomes of its answer. */
async function offer(tx: Tx, { subhappening_id }: Sending, batch: store.Sendable[]) {
  await store.lockHappeningForShare(tx, subhappening_id)
  await store.setBooked(
    tx,
    batch.filter((entry) => !isEmpty(entry)).map(({ id }) => id),
  )
}

async function transmit({ config }: Kontor, batch: store.Sendable[]): Promise<Map<string, Outcome>> {
  const entries = batch.map(({ planner_id, sent_revision, ist_von, ist_bis }) => ({
    id: planner_id,
    revision: sent_revision,
    ist_von: toMinute(ist_von),
    ist_bis: toMinute(ist_bis),
  }))
  try {
    const outcomes = await plannerFor(config.planner).sendTimes(keyOf(batch), entries)
    return new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  } catch (error) {
    if (!(error instanceof PlannerFailed)) throw error
    throw refuse(
      'planner_failed',
      `${error.message} Bitte senden Sie noch einmal; doppelt gebucht wird dabei nichts.`,
    )
  }
}

const isEmpty = ({ ist_von }: store.Sendable) => ist_von === null
const toMinute = (moment: string | null) => moment?.slice(0, 16) ?? null

/**
 * The same for a repeat after a crash; another one after an edit or a restore, once the planner has refused something, or
 * when it has dropped an entry and brought it back: that is another one of ours, of which no refusal is known.
 */
const keyOf = (batch: store.Sendable[]) =>
  hash(
    'sha256',
    batch.map((one) => `${one.id}\n${one.planner_id}\n${one.sent_revision}\n${one.last_refusal}`).join('\n'),
  )

/** Marks what is still as it was sent; answers what is not. */
async function settle(
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
      message: refusalOf(entry) ?? outcomes.get(entry.planner_id)?.message ?? 'Angenommen',
    })),
  )
  if (settled.length > 0) changed(tx, aboutTimes(subhappening_id), aboutAllTimes)
  return batch.filter(({ id }) => !marked.has(id))
}
