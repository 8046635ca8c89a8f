import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry } from '#contract/times.ts'
import { isGone, urlOf } from '#web/api.ts'
import { NotFoundScreen } from '#web/shell/root.tsx'
import { useWindowTitle } from '#web/shell/window-title.ts'
import { useAfterPress } from '#web/ui/after-press.ts'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager/pager.tsx'
import { useBarBelow } from '#web/ui/use-bar-below.ts'
import { knownUserId, useCurrentUser } from '#web/users/queries.ts'
import { lastList } from '../last-list.ts'
import { partQuery } from '../queries.ts'
import { TIMES_DESK, useHasRoom } from '../room.ts'
import { startHappening } from '../search.ts'
import css from './bar.module.css'
import { Bar } from './bar.tsx'
import { editsDraft } from './edits/edits-draft.ts'
import { Facts } from './facts.tsx'
import { History } from './history.tsx'
import { NoEntries } from './no-entries.tsx'
import { TeamList, TeamTable } from './pictures.ts'
import { SelectionBar } from './selection-bar.tsx'
import { Notices } from './sending/notices.tsx'
import { useWaitingPeople } from './unplanned/people.ts'
import { Unplanned } from './unplanned/unplanned.tsx'
import { useBulk } from './use-bulk.tsx'
import { useTimesheet } from './use-timesheet.ts'

const route = getRouteApi('/signed-in/happenings/$happening_id/$subhappening_id/timesheet')

/** Open changes, read beside what the server is asked for: or all of it would be drawn twice. */
export const loadDraft = (subhappening_id: number) =>
  editsDraft({ user_id: knownUserId(), subhappening_id }).ready

/** The times of a team: as planned, as they were, and on their way to the planner. */
export function TimesheetScreen() {
  const { data: part, error } = useSuspenseQuery(partQuery(route.useParams()))
  const gone = isGone(error)
  useWindowTitle(gone ? undefined : `${part.name} – Zeiten`)
  if (gone) return <NotFoundScreen />
  return <Timesheet key={part.id} part={part} />
}

function Timesheet({ part }: { part: Subhappening }) {
  const isDesk = useHasRoom(TIMES_DESK)
  const { list, items, hints, day, open, selection, ...timesheet } = useTimesheet(part, isDesk)
  const { applying, sending, person, setPerson, isClosed, hasBar } = timesheet
  const now = [timesheet.changes, timesheet.isFillable, timesheet.isFillNext] as const
  const [changes, isFillable, isFillNext] = useAfterPress(now, `${now[0].size} ${now[1]} ${now[2]}`)
  const [isSelecting, setIsSelecting] = useState(false)
  const [history, setHistory] = useState<TimeEntry>()
  /** For a person whom nobody planned; undefined until it was done once. */
  const [asks, setAsks] = useState<boolean>()
  const arePeopleWaiting = useWaitingPeople(useCurrentUser().id, part.id).length > 0
  const bulk = useBulk({
    open,
    selection,
    isFiltered: list.filterBox.value !== '',
    day,
    isSaid: !isDesk,
    isAtOne: person !== undefined,
  })
  const canChange = part.can.record && !isClosed
  const isTicking = canChange && (selection.selected.size > 0 || (isSelecting && !isDesk))
  const excel = urlOf(
    '/happenings/{happening_id}.xlsx',
    { happening_id: part.happening_id },
    { subhappening_id: part.id, subhappening_filter: list.filterBox.value },
  )
  const team = {
    part,
    items,
    hints: timesheet.hintsOf,
    day,
    open,
    selection,
    table: { ...list.table, order: list.search.order_by },
    onHistory: setHistory,
  }
  const facts = { part, items, edits: open.edits, day, isWhole: timesheet.isWhole, withStatus: isDesk }
  const onAdd = part.can.record ? () => setAsks(true) : undefined
  const head = { part, list, excel, open, bulk: canChange ? bulk : undefined, onAdd }
  const foot = (above?: ReactNode) => (
    <Foot isShown={hasBar || above !== undefined}>
      {above}
      {isTicking && (
        <SelectionBar
          items={items}
          selection={selection}
          bulk={bulk}
          open={open}
          withAll={!isDesk}
          onEnd={() => {
            selection.clear()
            setIsSelecting(false)
          }}
        />
      )}
      {hasBar && (
        <Bar
          part={part}
          items={items}
          isWhole={timesheet.isWhole}
          isSent={timesheet.isSent}
          isDesk={isDesk}
          open={open}
          changes={changes}
          applying={applying}
          sending={sending}
          onApplyAndSend={timesheet.applyAndSend}
          isFillNext={isFillNext}
          // At a desk it stands with what else can be done with all of them.
          fill={isDesk || isTicking || !isFillable ? undefined : bulk.asPlanned}
        />
      )}
    </Foot>
  )
  const picture = {
    head,
    team,
    isTicking,
    empty: <NoEntries search={list.shown} onSearch={list.setSearch} onAdd={onAdd} />,
    pager: <Pager {...list.pager} />,
    foot,
  }
  return (
    <PartPage part={part} isDesk={isDesk} aside={isDesk && <Facts {...facts} />}>
      {part.can.record && (asks !== undefined || arePeopleWaiting) && (
        <Unplanned part={part} asks={asks === true} onClose={() => setAsks(false)} onAdded={timesheet.jump} />
      )}
      <Notices
        part={part}
        items={items}
        sending={sending}
        isSummedUp={hasBar}
        hints={hints}
        entries={timesheet.entries}
        onJump={timesheet.jump}
      />
      {isDesk ? (
        <TeamTable {...picture} isFirst={isFillNext} />
      ) : (
        <TeamList {...picture} onSelecting={() => setIsSelecting(true)} person={person} onPerson={setPerson}>
          <Facts {...facts} />
        </TeamList>
      )}
      {bulk.dialog}
      {history && <History part={part} entry={history} onClose={() => setHistory(undefined)} />}
    </PartPage>
  )
}

type PartPageProps = { part: Subhappening; isDesk: boolean; aside: ReactNode; children: ReactNode }

function PartPage({ part: { happening_id, happening_name, name }, isDesk, aside, children }: PartPageProps) {
  return (
    <Page
      // A phone has no path above it: of several teams called „Abbau“ it has to say whose.
      title={isDesk ? name : `${happening_name} – ${name}`}
      aside={aside}
      width="full"
      breadcrumb={[
        <Link key="happenings" to="/happenings" search={lastList()}>
          Veranstaltungen
        </Link>,
        <Link
          key="happening"
          to="/happenings/$happening_id"
          params={{ happening_id }}
          search={startHappening}
        >
          {happening_name}
        </Link>,
      ]}
    >
      {children}
    </Page>
  )
}

/** What stays at the lower edge, where the thumb is: somebody's sheet, or whoever is ticked, above the bar. */
function Foot({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null)
  useBarBelow(foot, { isShown, air: 8 })
  return (
    isShown && (
      <div ref={foot} className={css['foot']}>
        {children}
      </div>
    )
  )
}
