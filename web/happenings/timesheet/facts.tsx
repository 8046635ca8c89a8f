import type { Subhappening } from '#contract/parts.ts'
import { isCancelled } from '#contract/time/cancelled.ts'
import type { TimeEntry } from '#contract/times.ts'
import { formatCount, formatDayAndDate, formatNumber } from '#web/ui/format.ts'
import { formatProgress } from '../progress.ts'
import { StatusBadge } from '../status.tsx'
import { displayedValues, type Edits } from './edits/edits.ts'
import css from './facts.module.css'

type Props = {
  part: Subhappening
  items: readonly TimeEntry[]
  edits: Edits
  day: string
  /** `items` is the whole team, not one page of it. */
  isWhole: boolean
  /** Desktops show the usual status „Aktiv“, too; phones show only other statuses. */
  isDesk: boolean
  /** The bar already says that everything is sent. */
  saysSentInBar: boolean
}

/** Day, size and progress of the team. */
export function Facts({ part, items, edits, day, isWhole, isDesk, saysSentInBar }: Props) {
  const { happening_status: status } = part
  return (
    <div className={css['facts']}>
      <h2>
        <time dateTime={day}>{formatDayAndDate(day)}</time>
      </h2>
      <p>{isWhole ? headcount(items, edits, saysSentInBar) : `${formatProgress(part)} erfasst`}</p>
      {(isDesk || status !== 'Aktiv') && <StatusBadge status={status} />}
    </div>
  )
}

/** Counts open changes as recorded. Cancelled people without times are counted separately. */
function headcount(items: readonly TimeEntry[], edits: Edits, saysSentInBar: boolean): string {
  let [recorded, cancelled, sent] = [0, 0, 0]
  for (const entry of items) {
    const { von_time, bis_time, absent } = displayedValues(entry, edits.get(entry.id))
    if (absent || (von_time !== null && bis_time !== null)) recorded++
    else if (isCancelled(entry) && von_time === null && bis_time === null) cancelled++
    if (entry.submitted) sent++
  }
  const awaited = items.length - cancelled
  const of = (count: number) => (count > 0 && count === awaited ? 'alle' : formatNumber(count))
  return [
    formatCount(awaited, 'Person', 'Personen'),
    cancelled > 0 && `${formatNumber(cancelled)} abgesagt`,
    !saysSentInBar && (sent > 0 ? `${of(sent)} übermittelt` : `${of(recorded)} erfasst`),
  ]
    .filter(Boolean)
    .join(' · ')
}
