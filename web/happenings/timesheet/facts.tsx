import type { Subhappening } from '#contract/parts.ts'
import { isCancelled } from '#contract/time/cancelled.ts'
import type { TimeEntry } from '#contract/times.ts'
import { counted, formatDayAndDate, formatNumber } from '#web/ui/format.ts'
import { progressOf } from '../progress.ts'
import { StatusBadge } from '../status.tsx'
import { type Edits, shownOf } from './edits/edits.ts'
import css from './facts.module.css'

type Props = {
  part: Subhappening
  items: readonly TimeEntry[]
  edits: Edits
  day: string
  /** `items` are all there are. */
  isWhole: boolean
  /** With room for the status that is expected, too. */
  isDesk: boolean
  /** The bar says that all is sent. */
  isSaidBelow: boolean
}

/** The day and the size of the team, and how far it has come: said once for all rows. */
export function Facts({ part, items, edits, day, isWhole, isDesk, isSaidBelow }: Props) {
  const status = statusOf(part)
  return (
    <div className={css['facts']}>
      <h2>
        <time dateTime={day}>{formatDayAndDate(day)}</time>
      </h2>
      <p>{isWhole ? headcount(items, edits, isSaidBelow) : `${progressOf(part)} erfasst`}</p>
      {status !== undefined && (isDesk || status !== 'Aktiv') && <StatusBadge status={status} />}
    </div>
  )
}

/** Counted as one sees it, with what is not applied yet. Who has cancelled is not awaited. */
function headcount(items: readonly TimeEntry[], edits: Edits, isSaidBelow: boolean): string {
  let [recorded, cancelled, sent] = [0, 0, 0]
  for (const entry of items) {
    const { von_time, bis_time, absent } = shownOf(entry, edits.get(entry.id))
    if (absent || (von_time !== null && bis_time !== null)) recorded++
    else if (isCancelled(entry) && von_time === null && bis_time === null) cancelled++
    if (entry.submitted) sent++
  }
  const awaited = items.length - cancelled
  const of = (count: number) => (count > 0 && count === awaited ? 'alle' : formatNumber(count))
  return [
    counted(awaited, 'Person', 'Personen'),
    cancelled > 0 && `${formatNumber(cancelled)} abgesagt`,
    !isSaidBelow && (sent > 0 ? `${of(sent)} übermittelt` : `${of(recorded)} erfasst`),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Undefined from an older server, and in what an older app has kept. */
export const statusOf = ({ happening_status }: Partial<Pick<Subhappening, 'happening_status'>>) =>
  happening_status
