import type { Shift } from '#contract/shifts.ts'
import { dayInWords } from '#web/ui/date-time/day-in-words.ts'

/** When it is, as planned: 'Heute, 18:00 – 02:00 Uhr'. */
export function ShiftTimes({ shift: { date, soll_von, soll_bis }, today }: { shift: Shift; today: string }) {
  return (
    <>
      {dayInWords(date, today)}
      {soll_von && `, ${clockOf(soll_von)}${soll_bis ? ` – ${clockOf(soll_bis)}` : ''} Uhr`}
      {isNextDay(soll_von, soll_bis) && ' (+1 Tag)'}
    </>
  )
}

/** It ends on the day after it began. */
export const isNextDay = (von: string | null, bis: string | null) =>
  von !== null && bis !== null && bis.slice(0, 10) > von.slice(0, 10)

/** `2026-11-21T18:00` → '18:00'. */
export const clockOf = (moment: string) => moment.slice(11, 16)
