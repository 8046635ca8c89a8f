import { Link } from '@tanstack/react-router'
import type { TodayTeam } from '#contract/today.ts'
import { defaultTimesheetSearch } from '#web/happenings/search.ts'
import { clockTime } from '#web/shifts/shift-times.tsx'
import { dayInWords, formatNumber } from '#web/ui/format.ts'
import { CheckIcon } from '#web/ui/icon.tsx'
import { Track } from '#web/ui/progress.tsx'
import { CardLine } from './card.tsx'
import css from './today.module.css'

type TeamLineProps = {
  team: TodayTeam
  today: string
  /** The signed-in user records this team: overdue times are marked. */
  isOwn?: boolean
}

/** A team with the progress of its times; links to its timesheet. */
export const TeamLine = ({ team, today, isOwn = false }: TeamLineProps) => (
  <CardLine
    link={
      <Link
        to="/happenings/$happening_id/$subhappening_id/timesheet"
        params={{ happening_id: team.happening_id, subhappening_id: team.subhappening_id }}
        search={defaultTimesheetSearch}
      />
    }
    what={
      <>
        <bdi>{team.happening_name}</bdi> – <bdi>{team.name}</bdi>
      </>
    }
    more={<TeamProgress team={team} day={dayInWords(team.date, today)} isLate={isOwn && team.date < today} />}
  />
)

type TeamProgressProps = { team: TodayTeam; day: string; isLate: boolean }

/** Summary of a team's times: 'Morgen, ab 18:00 Uhr · 12 geplant', 'Heute · 14 von 20 erfasst'. */
function TeamProgress({ team, day, isLate }: TeamProgressProps) {
  const { entries, recorded, sent, begins, date } = team
  if (entries === 0) return `${day} · niemand geplant`
  if (team.is_ahead && recorded === 0)
    // A start after midnight has another date than the team, so its time would mislead.
    return `${day}${begins?.startsWith(date) ? `, ab ${clockTime(begins)} Uhr` : ''} · ${formatNumber(entries)} geplant`
  if (sent >= entries)
    return (
      <>
        {day} ·{' '}
        <span className={css['sent']}>
          <CheckIcon size={16} /> alle {formatNumber(sent)} gesendet
        </span>
      </>
    )
  return (
    <span className={css['progress']}>
      <span>
        {day} · <span className={isLate ? css['late'] : undefined}>{nextStepText(team)}</span>
      </span>
      {recorded > 0 && <Track value={Math.min(recorded, entries)} max={entries} />}
    </span>
  )
}

/** Next step in words: first record the missing times, then send. */
function nextStepText({ entries, recorded, ready, sent }: TodayTeam): string {
  if (recorded < entries || ready === 0)
    return `${formatNumber(recorded)} von ${formatNumber(entries)} erfasst${sent > 0 ? `, ${formatNumber(sent)} gesendet` : ''}`
  return ready < recorded ? `noch ${formatNumber(ready)} zu senden` : 'alle erfasst, noch zu senden'
}
