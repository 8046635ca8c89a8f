import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useId } from 'react'
import type { Shift } from '#contract/shifts.ts'
import { startChat } from '#web/chat/search.ts'
import { startHappening } from '#web/happenings/search.ts'
import { queryClient } from '#web/query-client.ts'
import { Badge } from '#web/ui/badge.tsx'
import { dayInWords } from '#web/ui/date-time/day-in-words.ts'
import { formatDate, formatHours } from '#web/ui/format.ts'
import { ChatIcon, ChevronLeftIcon, ChevronRightIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { shiftsQuery } from './queries.ts'
import type { ShiftsSearch } from './search.ts'
import { clockOf } from './shift-times.tsx'
import css from './shifts.module.css'
import { addDays, isOver, type Week, weeksOf } from './weeks.ts'

// Below all weeks: it comes after them.
const Feed = lazy(async () => ({ default: (await import('./feed.tsx')).Feed }))

export const loadShifts = (search: ShiftsSearch) => queryClient.ensureQueryData(shiftsQuery(search))

const route = getRouteApi('/signed-in/shifts')

/** One's own shifts, four weeks at a time: what is planned, and what was recorded. */
export function ShiftsScreen() {
  const search = route.useSearch()
  // The weeks stay until those are there that were asked for.
  const { data } = useSuspenseQuery(shiftsQuery(useDeferredValue(search)))
  const { start, today, feed_since } = data
  return (
    <Page title="Meine Einsätze" width="reading">
      <nav aria-label="Zeitraum" className={css['span']}>
        <LinkButton to="/shifts" search={{ start: addDays(start, -28) }} icon={<ChevronLeftIcon />}>
          Früher
        </LinkButton>
        <LinkButton to="/shifts" search={{}}>
          Diese Woche
        </LinkButton>
        <LinkButton to="/shifts" search={{ start: addDays(start, 28) }}>
          Später
          <ChevronRightIcon />
        </LinkButton>
      </nav>
      <div className={css['weeks']}>
        {weeksOf(data).map((week) => (
          <WeekOf key={week.start} week={week} today={today} />
        ))}
      </div>
      <Suspense>
        <Feed since={feed_since} />
      </Suspense>
    </Page>
  )
}

function WeekOf({
  week: { start, end, number, shifts, planned, recorded },
  today,
}: {
  week: Week
  today: string
}) {
  const heading = useId()
  const isThis = start <= today && today <= end
  // The week that runs opens with what comes next; what is over lies folded above it.
  const over = isThis ? shifts.filter((shift) => isOver(shift, today)) : []
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
          <ShiftList shifts={over} today={today} />
        </details>
      )}
      {left.length === 0 ? (
        <p className={css['nothing']}>{over.length > 0 ? 'Keine weiteren Einsätze.' : 'Keine Einsätze.'}</p>
      ) : (
        <ShiftList shifts={left} today={today} />
      )}
    </section>
  )
}

const ShiftList = ({ shifts, today }: { shifts: Shift[]; today: string }) => (
  <ul>
    {shifts.map((shift) => (
      <li key={shift.id} data-cancelled={shift.cancelled} data-today={shift.date === today}>
        <ShiftOf shift={shift} today={today} />
      </li>
    ))}
  </ul>
)

function ShiftOf({ shift, today }: { shift: Shift; today: string }) {
  const { date, happening_id, happening_name, name, funktion, aufgabe, cancelled, submitted, room_id, can } =
    shift
  const what = (
    <span>
      <bdi>{happening_name}</bdi> – <bdi>{name}</bdi>
    </span>
  )
  return (
    <>
      <div className={css['when']}>
        <span>{dayInWords(date, today)}</span>
        <b>{span(shift.soll_von, shift.soll_bis) ?? 'Zeit noch offen'}</b>
      </div>
      <div className={css['what']}>
        {can.open ? (
          <Link to="/happenings/$happening_id" params={{ happening_id }} search={startHappening}>
            {what}
          </Link>
        ) : (
          what
        )}
        <small>{[funktion, aufgabe].filter(Boolean).join(' · ')}</small>
        {shift.ist_von && shift.ist_bis && (
          <small>
            Erfasst: {span(shift.ist_von, shift.ist_bis)}, {formatHours(shift.ist_duration)}
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
            search={startChat}
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

const span = (von: string | null, bis: string | null) =>
  von === null ? undefined : `${clockOf(von)} – ${bis === null ? '?' : clockOf(bis)}`
