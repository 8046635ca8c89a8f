import { Link } from '@tanstack/react-router'
import type { HappeningListItem } from '#contract/happenings.ts'
import { happeningStatuses } from '#contract/words/happenings.ts'
import { Button } from '#web/ui/button.tsx'
import { monthName, spokenDate, today, weekdays } from '#web/ui/date-time/days.ts'
import { useToday } from '#web/ui/date-time/use-today.ts'
import { formatDate } from '#web/ui/format.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { kindColourStyle } from '../kind.ts'
import {
  type CalendarView,
  defaultHappeningSearch,
  type HappeningsSearch,
  happeningsSearch,
} from '../search.ts'
import { StatusBadge } from '../status.tsx'
import { adjacentPeriod, anchorDay, viewRange, weeksInView } from '../views.ts'
import css from './calendar.module.css'

type Props = {
  view: CalendarView
  search: HappeningsSearch
  items: readonly HappeningListItem[]
  /** The answer was truncated. */
  isCut: boolean
  refreshing: boolean
  onSearch: (change: Partial<HappeningsSearch>) => void
}

/** The list as a week or month. */
export function Calendar({ view, search, items, isCut, refreshing, onSearch }: Props) {
  const at = anchorDay(view, search)
  const byDay = Map.groupBy(items, ({ date }) => date)
  const weeks = weeksInView(view, at)
  const turn = (step: 1 | -1) => () => onSearch(adjacentPeriod(view, search, step))
  const word = view === 'month' ? 'Monat' : 'Woche'
  return (
    <section aria-label="Kalender" aria-busy={refreshing || undefined} className={css['calendar']}>
      <header className={css['head']}>
        <IconButton label={`${previousWords[view]} ${word}`} icon={<ChevronLeftIcon />} onClick={turn(-1)} />
        <IconButton label={`${nextWords[view]} ${word}`} icon={<ChevronRightIcon />} onClick={turn(1)} />
        <h2 aria-live="polite">{periodTitle(view, at)}</h2>
        <Button size="small" onClick={() => onSearch(viewRange(view, today()))}>
          Heute
        </Button>
        {isCut && <p>Hier steht nur der Anfang: Bitte suchen Sie, oder wählen Sie eine Woche.</p>}
      </header>
      <table className={css['days']} data-view={view}>
        <caption className="only-read">Veranstaltungen, {periodTitle(view, at)}</caption>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col">
                <abbr title={name}>{name.slice(0, 2)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <Day
                  key={day}
                  day={day}
                  view={view}
                  isOther={view === 'month' && day.slice(0, 7) !== at.slice(0, 7)}
                  items={byDay.get(day) ?? []}
                  search={search}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {view === 'month' && <Legend items={items} />}
    </section>
  )
}

/** Shows the look of each status, since the entries of a month have no room for its name. */
function Legend({ items }: Pick<Props, 'items'>) {
  const statuses = happeningStatuses.filter((status) =>
    items.some((happening) => happening.status === status),
  )
  if (statuses.length < 2) return null
  return (
    <ul aria-hidden="true" className={css['legend']}>
      {statuses.map((status) => (
        <li key={status} className={css['one']} data-status={status}>
          {status}
        </li>
      ))}
    </ul>
  )
}

const previousWords = { week: 'Vorige', month: 'Voriger' }
const nextWords = { week: 'Nächste', month: 'Nächster' }

function periodTitle(view: CalendarView, day: string): string {
  if (view === 'month') return monthName(day)
  const days = weeksInView(view, day)[0] ?? []
  return `${formatDate(days[0]).slice(0, 6)}–${formatDate(days[6])}`
}

/** Entries per day in a month; a week shows all. */
const MAX_ENTRIES_PER_DAY = 4

type DayProps = {
  day: string
  view: CalendarView
  /** Belongs to an adjacent month. */
  isOther: boolean
  items: readonly HappeningListItem[]
  search: HappeningsSearch
}

function Day({ day, view, isOther, items, search }: DayProps) {
  const isToday = useToday() === day
  // A single hidden entry would take as much room as „mehr“.
  const visible =
    view === 'month' && items.length > MAX_ENTRIES_PER_DAY ? items.slice(0, MAX_ENTRIES_PER_DAY - 1) : items
  return (
    <td data-other={isOther || undefined} data-today={isToday || undefined}>
      <time dateTime={day} className={css['date']}>
        <span aria-hidden="true">{Number(day.slice(8))}</span>
        <span className="only-read">{spokenDate(day)}</span>
      </time>
      <ul>
        {visible.map((happening) => (
          <li key={happening.id}>
            <Link
              to="/happenings/$happening_id"
              params={{ happening_id: happening.id }}
              search={defaultHappeningSearch}
              className={css['one']}
              data-status={happening.status}
              style={kindColourStyle(happening.type)}
              title={`${happening.name}, ${happening.status}`}
            >
              <span dir="auto">{happening.name}</span>
              {view === 'week' && happening.type !== '' && <small>{happening.type}</small>}
              {happening.status !== 'Aktiv' &&
                (view === 'week' ? (
                  <StatusBadge status={happening.status} />
                ) : (
                  <span className="only-read">, {happening.status}</span>
                ))}
            </Link>
          </li>
        ))}
        {visible.length < items.length && (
          <li>
            <Link
              to="/happenings"
              search={{ ...happeningsSearch({}), ...withoutView(search), page: 0, start: day, end: day }}
              className={css['more']}
            >
              {items.length - visible.length} weitere
            </Link>
          </li>
        )}
      </ul>
    </td>
  )
}

const withoutView = ({ view: _view, ...search }: HappeningsSearch) => search
