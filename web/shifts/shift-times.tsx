import type { Shift } from '#contract/shifts.ts'
import { daysBetween, daysLater } from '#web/ui/date-time/days.ts'
import { dayInWords } from '#web/ui/format.ts'

/** Planned time: 'Heute, 18:00 – 02:00 Uhr'. */
export function ShiftTimes({ shift: { date, soll_von, soll_bis }, today }: { shift: Shift; today: string }) {
  const days = daysBetween(soll_von, soll_bis)
  return (
    <>
      {dayInWords(date, today)}
      {soll_von && `, ${clockOf(soll_von)}${soll_bis ? ` – ${clockOf(soll_bis)}` : ''} Uhr`}
      {days > 0 && ` (${daysLater(days)})`}
    </>
  )
}

/** `2026-11-21T18:00` → '18:00'. */
export const clockOf = (moment: string) => moment.slice(11, 16)
