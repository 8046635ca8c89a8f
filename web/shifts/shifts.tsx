import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDeferredValue, useId, useState } from 'react'
import type { Shift } from '#contract/shifts.ts'
import { defaultChatSearch } from '#web/chat/search.ts'
import { kindColourStyle } from '#web/happenings/kind.ts'
import { queryClient } from '#web/query-client.ts'
import { backToToday } from '#web/shell/back-to-today.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { dayInWords, formatDate, formatDateTime, formatHours } from '#web/ui/format.ts'
import { CalendarIcon, ChatIcon, ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { CalendarFeed } from './feed.tsx'
import { shiftsQuery } from './queries.ts'
import type { ShiftsSearch } from './search.ts'
import { ShiftDialog } from './shift-dialog.tsx'
import { OverlapWarning } from './shift-times.tsx'
import css from './shifts.module.css'
import { TimeSpan } from './time-span.tsx'
import {
  groupByWeek,
  hasEnded,
  mergeEmptyWeeks,
  nextStart,
  previousStart,
  type Week,
  weeksSearch,
} from './weeks.ts'

export const loadShifts = (search: ShiftsSearch) =>
  queryClient.ensureQueryData(shiftsQuery(weeksSearch(search)))

const route = getRouteApi('/signed-in/shifts')

/** One's own shifts, four weeks at a time: planned and recorded. */
export function ShiftsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  // Earlier weeks stay until the new ones are loaded.
  const { data } = useSuspenseQuery(shiftsQuery(weeksSearch(useDeferredValue(search))))
  const { start, today, items, earlier, later, feed_since } = data
  const opened = items.find(({ id }) => id === search.shift)
  return (
    <Page title="Meine Einsätze" breadcrumb={[backToToday]} width="reading">
      <nav aria-label="Zeitraum" className={css['span']}>
        <LinkButton to="/shifts" search={{ start: previousStart(start, earlier) }} icon={<ChevronLeftIcon />}>
          Früher
        </LinkButton>
        <LinkButton to="/shifts" search={{}}>
          Diese Woche
        </LinkButton>
        <LinkButton to="/shifts" search={{ start: nextStart(start, later) }}>
          Später
          <ChevronRightIcon />
        </LinkButton>
      </nav>
      {feed_since === null && (
        <Link
          from="/shifts"
          to="/shifts"
          search={(current) => current}
          hash="kalender"
          className={css['toFeed']}
        >
          <CalendarIcon /> Im eigenen Kalender zeigen
        </Link>
      )}
      <div className={css['weeks']}>
        {mergeEmptyWeeks(groupByWeek(data), today).map((week) =>
          Array.isArray(week) ? (
            <EmptyWeeks key={week[0]?.start} weeks={week} />
          ) : (
            <WeekSection key={week.start} week={week} all={items} today={today} />
          ),
        )}
      </div>
      <CalendarFeed since={feed_since} />
      {opened && (
        <ShiftDialog
          shift={opened}
          onClose={() => void navigate({ search: weeksSearch, replace: true, resetScroll: false })}
        />
      )}
    </Page>
  )
}

/** 'Woche 49 bis 51 (30.11. – 20.12.2026): keine Einsätze.' */
function EmptyWeeks({ weeks }: { weeks: Week[] }) {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (!first || !last) return null
  return (
    <p className={css['nothing']}>
      <b>
        Woche {first.number}
        {last !== first && ` bis ${last.number}`}
      </b>{' '}
      ({formatDate(first.start).slice(0, 6)} – {formatDate(last.end)}): keine Einsätze.
    </p>
  )
}

function WeekSection({ week, all, today }: { week: Week; all: readonly Shift[]; today: string }) {
  const { start, end, number, shifts, planned, recorded } = week
  const heading = useId()
  const [clock] = useState(() => formatDateTime(new Date()).slice(11, 16))
  const isThis = start <= today && today <= end
  // The current week folds finished shifts above the next one.
  const over = isThis ? shifts.filter((shift) => hasEnded(shift, `${today}T${clock}`)) : []
  const left = shifts.filter((shift) => !over.includes(shift))
  return (
    <section className={css['week']} data-this={isThis} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>
          {isThis ? 'Diese Woche' : `Woche ${number}`}
          <small>
            {formatDate(start).slice(0, 6)} – {formatDate(end)}
          </small>
        </h2>
        {shifts.length > 0 && (
          <p>
            {formatHours(planned)} geplant{recorded > 0 && `, ${formatHours(recorded)} erfasst`}
          </p>
        )}
      </header>
      {over.length > 0 && (
        <details className={css['over']}>
          <summary>
            {over.length === 1 ? '1 Einsatz ist vorbei' : `${over.length} Einsätze sind vorbei`}
          </summary>
          <ShiftList shifts={over} all={all} today={today} />
        </details>
      )}
      {left.length === 0 ? (
        <p className={css['nothing']}>{over.length > 0 ? 'Keine weiteren Einsätze.' : 'Keine Einsätze.'}</p>
      ) : (
        <ShiftList shifts={left} all={all} today={today} />
      )}
    </section>
  )
}

type ShiftListProps = { shifts: readonly Shift[]; all: readonly Shift[]; today: string }

/** `all`: the shifts with which one of `shifts` may overlap. */
const ShiftList = ({ shifts, all, today }: ShiftListProps) => (
  <ul>
    {shifts.map((shift) => (
      <li
        key={shift.id}
        data-cancelled={shift.cancelled}
        data-today={shift.date === today}
        style={kindColourStyle(shift.type)}
      >
        <ShiftItem shift={shift} all={all} today={today} />
      </li>
    ))}
  </ul>
)

function ShiftItem({ shift, all, today }: { shift: Shift; all: readonly Shift[]; today: string }) {
  const { date, happening_name, name, ort, funktion, aufgabe, cancelled, submitted, room_id } = shift
  return (
    <>
      <div className={css['when']}>
        <span>{dayInWords(date, today)}</span>
        <b>
          <TimeSpan von={shift.soll_von} bis={shift.soll_bis} />
        </b>
      </div>
      <div className={css['what']}>
        <Link
          from="/shifts"
          to="/shifts"
          search={(current) => ({ ...current, shift: shift.id })}
          resetScroll={false}
        >
          <span>
            <bdi>{happening_name}</bdi> – <bdi>{name}</bdi>
          </span>
        </Link>
        <small>{[ort, funktion, aufgabe].filter(Boolean).join(' · ')}</small>
        <OverlapWarning shift={shift} shifts={all} />
        {shift.ist_von && shift.ist_bis && (
          <small>
            Erfasst: <TimeSpan von={shift.ist_von} bis={shift.ist_bis} />, {formatHours(shift.ist_duration)}
            {shift.ist_pause !== null && `, ${shift.ist_pause} Minuten Pause`}
          </small>
        )}
        {shift.note && (
          <small>
            Notiz: <bdi>{shift.note}</bdi>
          </small>
        )}
      </div>
      <div className={css['aside']}>
        {cancelled && <Badge tone="muted">Abgesagt</Badge>}
        {shift.absent && <Badge tone="warning">Nicht gekommen</Badge>}
        {submitted && <Badge tone="success">Übermittelt</Badge>}
        {room_id !== null && (
          <LinkButton
            to="/chat/$room/$group_id"
            params={{ room: 'groups', group_id: room_id }}
            search={defaultChatSearch}
            size="small"
            variant="quiet"
            icon={<ChatIcon />}
          >
            Chat<span className="only-read"> {name}</span>
          </LinkButton>
        )}
      </div>
    </>
  )
}
