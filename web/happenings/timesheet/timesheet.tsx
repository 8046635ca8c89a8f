import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry } from '#contract/times.ts'
import { isGone, urlOf } from '#web/api.ts'
import { NotFoundScreen } from '#web/shell/root.tsx'
import { useWindowTitle } from '#web/shell/window-title.ts'
import { useAfterPress } from '#web/ui/after-press.ts'
import { Button } from '#web/ui/button.tsx'
import { ClockIcon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager/pager.tsx'
import { Empty } from '#web/ui/states.tsx'
import { useBottomBarInset } from '#web/ui/use-bottom-bar-inset.ts'
import { cachedUserId, useCurrentUser } from '#web/users/queries.ts'
import { partQuery } from '../queries.ts'
import { TIMESHEET_DESKTOP_REM, useFitsDesktop } from '../room.ts'
import { defaultHappeningSearch, happeningsSearch, type TimesheetSearch } from '../search.ts'
import css from './bar.module.css'
import { Bar } from './bar.tsx'
import { SelectionBar, useBulkActions } from './bulk.tsx'
import { editsDraft } from './edits/edits-draft.ts'
import { Facts } from './facts.tsx'
import { History } from './history.tsx'
import { TeamList, TeamTable } from './lazy-views.ts'
import { Notices } from './sending/notices.tsx'
import { startedSendingDraft } from './sending/use-sending.tsx'
import { UnplannedPeople } from './unplanned/unplanned.tsx'
import { useTimesheet } from './use-timesheet.ts'

const route = getRouteApi('/signed-in/happenings/$happening_id/$subhappening_id/timesheet')

/** Loads local drafts in parallel with the queries; later they would cause a second render. */
export function loadDrafts(subhappening_id: number) {
  const user_id = cachedUserId()
  return Promise.all([
    editsDraft({ user_id, subhappening_id }).ready,
    startedSendingDraft(user_id, subhappening_id).ready,
  ])
}

/** Planned and actual times of a team, and their transmission to the planner. */
export function TimesheetScreen() {
  const { data: part, error } = useSuspenseQuery(partQuery(route.useParams()))
  const gone = isGone(error)
  const { id: user_id } = useCurrentUser()
  useWindowTitle(gone ? undefined : `${part.name} – Zeiten`)
  if (gone) return <NotFoundScreen />
  return <Timesheet key={`${user_id}/${part.id}`} part={part} />
}

function Timesheet({ part }: { part: Subhappening }) {
  const isDesk = useFitsDesktop(TIMESHEET_DESKTOP_REM)
  const { list, items, hints, day, open, selection, ...timesheet } = useTimesheet(part, isDesk)
  const { sending, person, setPerson, isWhole, isClosed, hasBar } = timesheet
  const { changes, isFillable, isFillNext } = useAfterPress(
    timesheet.next,
    `${timesheet.next.changes.size} ${timesheet.next.isFillable} ${timesheet.next.isFillNext}`,
  )
  const [isSelecting, setIsSelecting] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  const [history, setHistory] = useState<TimeEntry>()
  const bulk = useBulkActions({
    open,
    selection,
    isFiltered: list.filterBox.value !== '',
    day,
    withToast: !isDesk,
    isSheetOpen: person !== undefined,
  })
  const canChange = part.can.record && !isClosed
  const isTicking = canChange && (selection.selected.size > 0 || (isSelecting && !isDesk))
  const onAdd = part.can.record ? () => setIsAdding(true) : undefined
  const excel = urlOf(
    '/happenings/{happening_id}.xlsx',
    { happening_id: part.happening_id },
    { subhappening_id: part.id, subhappening_filter: list.filterBox.value },
  )

  const facts = (
    <Facts
      part={part}
      items={items}
      edits={open.edits}
      day={day}
      isWhole={isWhole}
      isDesk={isDesk}
      saysSentInBar={hasBar && timesheet.isSent}
    />
  )
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
          isWhole={isWhole}
          isSent={timesheet.isSent}
          isDesk={isDesk}
          open={open}
          changes={changes}
          applying={timesheet.applying}
          sending={sending}
          onApplyAndSend={timesheet.applyAndSend}
          isFillNext={isFillNext}
          // On desktops this button is among the bulk actions.
          fill={isDesk || isTicking || !isFillable ? undefined : bulk.asPlanned}
        />
      )}
    </Foot>
  )
  const picture = {
    head: { part, list, excel, open, bulk: canChange ? bulk : undefined, onAdd },
    team: {
      part,
      items,
      hints: timesheet.hintsOf,
      day,
      open,
      selection,
      table: { ...list.table, order: list.search.order_by },
      onHistory: setHistory,
    },
    isTicking,
    empty: <NoEntries search={list.shown} onSearch={list.setSearch} onAdd={onAdd} />,
    pager: <Pager {...list.pager} />,
    foot,
  }
  return (
    <PartPage part={part} isDesk={isDesk} aside={isDesk && facts}>
      {part.can.record && (
        <UnplannedPeople
          part={part}
          isAdding={isAdding}
          onClose={() => setIsAdding(false)}
          onAdded={timesheet.jump}
        />
      )}
      <Notices
        part={part}
        items={items}
        sending={sending}
        isSummedUp={hasBar}
        // No hints once nothing is editable any more.
        hints={isClosed ? [] : hints}
        entries={timesheet.entries}
        onJump={timesheet.jump}
      />
      {isDesk ? (
        <TeamTable {...picture} isFirst={isFillNext} />
      ) : (
        <TeamList {...picture} onSelecting={() => setIsSelecting(true)} person={person} onPerson={setPerson}>
          {facts}
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
      // Phones have no breadcrumbs, so the title names the happening, too.
      title={isDesk ? name : `${happening_name} – ${name}`}
      aside={aside}
      width="full"
      breadcrumb={[
        <Link key="happenings" to="/happenings" search={happeningsSearch({})}>
          Veranstaltungen
        </Link>,
        <Link
          key="happening"
          to="/happenings/$happening_id"
          params={{ happening_id }}
          search={defaultHappeningSearch}
        >
          {happening_name}
        </Link>,
      ]}
    >
      {children}
    </Page>
  )
}

/** Sticky foot: the sheet of a person or the selection, above the bar. */
function Foot({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null)
  useBottomBarInset(foot, { isShown, gap: 8 })
  return (
    isShown && (
      <div ref={foot} className={css['foot']}>
        {children}
      </div>
    )
  )
}

type NoEntriesProps = {
  search: TimesheetSearch
  onSearch: (change: Partial<TimesheetSearch>) => void
  onAdd: (() => void) | undefined
}

/** Empty state with reason and advice. */
function NoEntries({ search: { page, filter }, onSearch, onAdd }: NoEntriesProps) {
  // The pager is about to switch to the last page.
  if (page > 0) return null
  if (filter)
    return (
      <Empty
        icon={<ClockIcon />}
        title="Kein Zeiteintrag gefunden"
        action={<Button onClick={() => onSearch({ filter: '' })}>Alle Zeiteinträge zeigen</Button>}
      >
        <p>Suchen Sie mit einem Teil des Namens, der Personalnummer, der Funktion oder der Firma.</p>
      </Empty>
    )
  return (
    <Empty
      icon={<ClockIcon />}
      title="Hier ist noch niemand geplant."
      action={onAdd && <Button onClick={onAdd}>Person hinzufügen</Button>}
    >
      <p>Wer hier arbeitet, kommt mit dem nächsten Abgleich aus der Personalplanung.</p>
    </Empty>
  )
}
