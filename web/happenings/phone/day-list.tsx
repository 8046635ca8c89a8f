import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { HappeningListItem } from '#contract/happenings.ts'
import { pollEvery } from '#web/poll.ts'
import { Button } from '#web/ui/button.tsx'
import { useToday } from '#web/ui/date-time/use-today.ts'
import { formatDayAndDate } from '#web/ui/format.ts'
import { ChevronDownIcon, ChevronUpIcon } from '#web/ui/icon.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { parseOrder } from '#web/ui/table/order-by.ts'
import { happeningsQuery, isPastFolded, pastDaysSearch } from '../list-query.ts'
import type { HappeningsSearch } from '../search.ts'
import { Card, type CardSelection } from './card.tsx'
import css from './day-list.module.css'

type Props = {
  search: HappeningsSearch
  items: readonly HappeningListItem[]
  refreshing: boolean
  ticks: CardSelection | undefined
  /** Shown instead of the days if there are none. */
  empty: ReactNode
}

/** Happenings under headings of their days. Usually starts today, with earlier days collapsed. */
export function DayList({ search, items, refreshing, ticks, empty }: Props) {
  const isByDay = parseOrder(search.order_by)?.key === 'date'
  return (
    <section aria-label="Veranstaltungen" aria-busy={refreshing || undefined} className={css['list']}>
      {isPastFolded(search) ? (
        <PastDays
          key={JSON.stringify(pastDaysSearch(search))}
          search={search}
          ticks={ticks}
          isAlone={items.length === 0}
        >
          {items.length === 0 && search.page === 0 && empty}
        </PastDays>
      ) : (
        items.length === 0 && empty
      )}
      {isByDay ? <Days items={items} ticks={ticks} /> : <Cards items={items} ticks={ticks} withDay />}
    </section>
  )
}

type PastDaysProps = {
  search: HappeningsSearch
  ticks: CardSelection | undefined
  isAlone: boolean
  children: ReactNode
}

/** Days before today, loaded on request, or at once if there are no others. */
function PastDays({ search, ticks, isAlone, children }: PastDaysProps) {
  const [isAsked, setIsAsked] = useState(false)
  const isOpen = isAsked || isAlone
  const { data, error, refetch } = useQuery({
    ...happeningsQuery({ ...pastDaysSearch(search), with_teams: true }),
    enabled: isOpen,
    // A failed first load is retried on a click, since polling would make the message flicker.
    refetchInterval: (query) => query.state.data !== undefined && pollEvery(5_000)(query),
  })
  if (isAlone && data?.items.length === 0) return children
  return (
    <>
      {!isAlone && (
        <Button
          variant="quiet"
          icon={isOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
          aria-expanded={isOpen}
          onClick={() => setIsAsked(!isOpen)}
        >
          Frühere Tage
        </Button>
      )}
      {isAlone && data && <p className={css['none']}>Ab heute ist hier nichts mehr.</p>}
      {isOpen &&
        (data ? (
          <>
            {data.pages > 1 && (
              <p className={css['none']}>
                Noch frühere Tage stehen hier nicht: Bitte suchen Sie, oder wählen Sie einen Zeitraum.
              </p>
            )}
            <Days items={data.items.toSorted(byDate)} ticks={ticks} />
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        ))}
      {isOpen && !isAlone && data?.items.length === 0 && (
        <p className={css['none']}>An den Tagen davor war nichts.</p>
      )}
    </>
  )
}

/** The server sends the latest days first; the phone shows them from early to late. */
const byDate = (a: HappeningListItem, b: HappeningListItem) => a.date.localeCompare(b.date)

type DaysProps = { items: readonly HappeningListItem[]; ticks: CardSelection | undefined }

function Days({ items, ticks }: DaysProps) {
  const today = useToday()
  return [...Map.groupBy(items, ({ date }) => date)].map(([date, items]) => {
    const isToday = date === today
    const name = `${isToday ? 'Heute, ' : ''}${formatDayAndDate(date)}`
    return (
      <section key={date} aria-label={name}>
        <h2 className={css['day']} data-today={isToday || undefined}>
          <time dateTime={date}>{name}</time>
        </h2>
        <Cards items={items} ticks={ticks} />
      </section>
    )
  })
}

const Cards = ({ items, ticks, withDay = false }: DaysProps & { withDay?: boolean }) => (
  <ul className={css['cards']}>
    {items.map((happening) => (
      <Card key={happening.id} happening={happening} withDay={withDay} ticks={ticks} />
    ))}
  </ul>
)
