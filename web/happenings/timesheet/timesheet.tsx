import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Subhappening } from '#contract/parts.ts'
import { isGone } from '#web/api.ts'
import { NotFoundScreen } from '#web/shell/root.tsx'
import { useWindowTitle } from '#web/shell/window-title.ts'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { partQuery } from '../queries.ts'
import { happeningsSearch, startHappening } from '../search.ts'
import { Bar } from './bar.tsx'
import { Notices } from './notices.tsx'
import { NoEntries, Sheet } from './sheet.tsx'
import { Tools } from './tools.tsx'
import { useTimesheet } from './use-timesheet.ts'

const route = getRouteApi('/signed-in/happenings/$happening_id/$subhappening_id/timesheet')

/** The times of a team: as planned, as they were, and on their way to the planner. */
export function TimesheetScreen() {
  const { data: part, error } = useSuspenseQuery(partQuery(route.useParams()))
  const gone = isGone(error)
  useWindowTitle(gone ? undefined : `${part.name} – Zeiten`)
  if (gone) return <NotFoundScreen />
  const happening_id = part.happening_id
  return (
    <Page
      title={part.name}
      width="full"
      breadcrumb={[
        <Link key="happenings" to="/happenings" search={happeningsSearch({})}>
          Veranstaltungen
        </Link>,
        <Link
          key="happening"
          to="/happenings/$happening_id"
          params={{ happening_id }}
          search={startHappening}
        >
          {part.happening_name}
        </Link>,
      ]}
    >
      <Timesheet key={part.id} part={part} />
    </Page>
  )
}

function Timesheet({ part }: { part: Subhappening }) {
  const { list, items, entries, hints, day, open, changes, selection, ...timesheet } = useTimesheet(part)
  const { applying, sending, isSent, isClosed, hasBar } = timesheet
  return (
    <>
      <Notices
        part={part}
        items={items}
        sending={sending}
        isSummedUp={hasBar}
        hints={hints}
        entries={entries}
        onJump={timesheet.jump}
      />
      <Tools part={part} isClosed={isClosed} day={day} open={open} list={list} selection={selection} />
      <Sheet
        part={part}
        items={items}
        hints={hints}
        day={day}
        open={open}
        selection={selection}
        table={{ ...list.table, order: list.search.order_by }}
        empty={<NoEntries search={list.shown} onSearch={list.setSearch} />}
      />
      <Pager {...list.pager} />
      {hasBar && (
        <Bar
          part={part}
          items={items}
          isSent={isSent}
          open={open}
          changes={changes}
          applying={applying}
          sending={sending}
          onApplyAndSend={timesheet.applyAndSend}
        />
      )}
    </>
  )
}
