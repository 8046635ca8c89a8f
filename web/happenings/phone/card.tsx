import { Link } from '@tanstack/react-router'
import type { HappeningListItem, HappeningTeam } from '#contract/happenings.ts'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { formatCount, formatDayAndDate, formatHours, formatNumber } from '#web/ui/format.ts'
import { CheckIcon, ChevronRightIcon } from '#web/ui/icon.tsx'
import { HappeningActions } from '../columns.tsx'
import { kindColourStyle } from '../kind.ts'
import { formatProgress } from '../progress.ts'
import { defaultHappeningSearch, defaultTimesheetSearch } from '../search.ts'
import { StatusBadge } from '../status.tsx'
import css from './card.module.css'

/** Only administrators can select happenings. */
export type CardSelection = {
  selected: ReadonlySet<string | number>
  onSelect: (selected: ReadonlySet<string | number>) => void
}
type Props = { happening: HappeningListItem; withDay: boolean; ticks: CardSelection | undefined }

/** Essentials of a happening: name, teams with times, and progress. */
export function Card({ happening, withDay, ticks }: Props) {
  const { id, name, type, ort, date, status, teams = [], teams_count: count = 0 } = happening
  const isTicked = ticks?.selected.has(id) ?? false
  const tick = (on: boolean) => {
    const next = new Set(ticks?.selected)
    if (on) next.add(id)
    else next.delete(id)
    ticks?.onSelect(next)
  }
  const said = [withDay && formatDayAndDate(date), type, ort].filter(Boolean).join(' · ')
  return (
    <li className={css['card']} data-selected={isTicked || undefined} style={kindColourStyle(type)}>
      <div className={css['head']}>
        <div>
          <Link
            to="/happenings/$happening_id"
            params={{ happening_id: id }}
            search={defaultHappeningSearch}
            className={css['name']}
            dir="auto"
          >
            {name}
          </Link>
          {(said !== '' || status !== 'Aktiv') && (
            <p>
              {said} {status !== 'Aktiv' && <StatusBadge status={status} />}
            </p>
          )}
          {ticks && <Totals {...happening} />}
        </div>
        {ticks && (
          <>
            <HappeningActions {...happening} />
            <Checkbox label={`${name} auswählen`} labelHidden checked={isTicked} onChange={tick} />
          </>
        )}
      </div>
      {teams.map((team) => (
        <TeamLink key={team.id} happening_id={id} team={team} />
      ))}
      {count > teams.length && (
        <Link
          to="/happenings/$happening_id"
          params={{ happening_id: id }}
          search={defaultHappeningSearch}
          className={css['team']}
        >
          <span>
            {count - teams.length === 1
              ? 'Ein weiteres Team'
              : `${formatNumber(count - teams.length)} weitere Teams`}
          </span>
          <ChevronRightIcon size={18} />
        </Link>
      )}
    </li>
  )
}

/** Hours and progress for administrators. On desktops the table has columns for them. */
const Totals = ({ sollzeit, istzeit, sollentries, ...counts }: HappeningListItem) => (
  <p className={css['totals']}>
    <span>
      Soll {formatHours(sollzeit)}, {formatCount(sollentries ?? 0, 'Eintrag', 'Einträge')}
    </span>
    <span>
      Ist {formatHours(istzeit)}, {formatProgress(counts)} erfasst
    </span>
  </p>
)

type TeamLinkProps = { happening_id: number; team: HappeningTeam }

const TeamLink = ({ happening_id, team: { id, name, ...team } }: TeamLinkProps) => (
  <Link
    to="/happenings/$happening_id/$subhappening_id/timesheet"
    params={{ happening_id, subhappening_id: id }}
    search={defaultTimesheetSearch}
    className={css['team']}
  >
    <span className={css['what']}>
      <b dir="auto">{name}</b> <small>{plannedHours(team)}</small>
    </span>
    <TeamProgress {...team} />
    <ChevronRightIcon size={18} />
  </Link>
)

const plannedHours = ({ soll_von, soll_bis }: Pick<HappeningTeam, 'soll_von' | 'soll_bis'>) =>
  soll_von === null || soll_bis === null ? '' : `${soll_von.slice(11)}–${soll_bis.slice(11)}`

const TeamProgress = (team: Omit<HappeningTeam, 'id' | 'name'>) =>
  team.is_sent ? (
    <span className={css['done']}>
      <CheckIcon size={18} /> gesendet
    </span>
  ) : (
    <span className={css['count']}>
      <span aria-hidden="true">
        {formatNumber(team.recorded)}/{formatNumber(team.entries)}
      </span>
      <span className="only-read">{formatProgress(team)} erfasst</span>
    </span>
  )
