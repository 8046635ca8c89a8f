// The findings of `doctor` about the work beside requests.
import type { Database } from '#server/db/connect.ts'
import type { Loss } from '#server/db/tables/operation.ts'
import { listLosses } from '#server/jobs/losses-store.ts'
import { listKindStates, listStuckQueues } from '#server/jobs/queue-store.ts'
import { PUSH } from '#server/push/notify.ts'
import type { Finding } from '../finding.ts'
import { kindName } from '../kind-names.ts'
import { span } from '../span.ts'

const reasons: Record<Loss, string> = {
  failed: 'gescheitert',
  dropped: 'nicht angenommen, weil zu viele warteten',
  outdated: 'verfallen',
}
/** In seconds: who waits longer although it could begin, waits for something that is wrong. */
const LONG = 300

/** While no server runs, everything waits. */
export async function queueFindings(db: Database, { runs }: { runs: boolean }): Promise<Finding[]> {
  const states = await listKindStates(db)
  const stuck = runs ? await listStuckQueues(db, PUSH, LONG) : []
  const losses = (await listLosses(db)).filter(({ lately }) => lately > 0)
  return [
    ...(states.length === 0 ? [{ fine: true, says: 'Kein Auftrag wartet.' }] : []),
    ...states.map(({ kind, waiting, running, oldest }) => {
      const since = waiting > 0 && oldest >= 60 ? ` (seit bis zu ${span(oldest)})` : ''
      const says = `${kindName(kind)}: wartend ${numberOf(waiting)}${since}, laufend ${numberOf(running)}`
      return { fine: !runs || oldest < LONG, says }
    }),
    ...stuck.map(({ queue, waiting, oldest }) => ({
      fine: false,
      says: `Der Dienst ${queue} nimmt seit ${span(oldest)} nicht alles an; wartende Benachrichtigungen: ${numberOf(waiting)}`,
    })),
    ...losses.map(({ kind, reason, lately }) => ({
      fine: reason !== 'dropped',
      says: `${kindName(kind)}, in den letzten 7 Tagen ${reasons[reason]}: ${numberOf(lately)}`,
    })),
  ]
}

const numberOf = (count: number) => count.toLocaleString('de-DE')
