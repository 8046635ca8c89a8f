import './temporal.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { Subhappening, TimeEntry } from '#contract/happenings.ts'
import { isGone, urlOf } from '#web/api.ts'
import { NotFoundScreen } from '#web/shell/root.tsx'
import { useWindowTitle } from '#web/shell/window-title.ts'
import { FilterBox } from '#web/ui/filter-box.tsx'
import { DownloadIcon } from '#web/ui/icon.tsx'
import { useSaveKey } from '#web/ui/keyboard/use-save-key.ts'
import { AnchorButton, LinkButton } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { hintsQuery, partQuery, timesQuery } from '../queries.ts'
import { happeningSearch, happeningsSearch, type TimesheetSearch } from '../search.ts'
import { allEntries, allEntriesQuery } from './all-entries.ts'
import { Bar } from './bar.tsx'
import { changeOne } from './bulk.ts'
import { BulkTools } from './bulk-tools.tsx'
import { keepMine, takeTheirs, withoutLocked } from './conflicts.ts'
import { changeEntry, discard, type Edits, keepUnread } from './edits.ts'
import { actualOf, isEmpty } from './ends.ts'
import { Hints } from './hints.tsx'
import { History } from './history.tsx'
import { useLeavingTimes } from './leaving.tsx'
import { NoEntries } from './no-entries.tsx'
import { ReadOnly } from './read-only.tsx'
import { SendingNotice } from './sending-notice.tsx'
import { settleTyped } from './settle-typed.ts'
import css from './sheet.module.css'
import { Sheet } from './sheet.tsx'
import { standingHints } from './standing-hints.ts'
import { difference } from './sums.ts'
import { useApply } from './use-apply.ts'
import { useEdits } from './use-edits.ts'
import { useJump } from './use-jump.ts'
import { useSending } from './use-sending.tsx'

const route = getRouteApi('/signed-in/happenings/$happening_id/$subhappening_id/timesheet')

/** As often as the times themselves: what others enter may stand out, too. */
const EVERY = 5_000

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
          search={happeningSearch({})}
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
  const ids = { happening_id: part.happening_id, subhappening_id: part.id }
  const search = route.useSearch()
  const navigate = useNavigate()
  // The old rows stay until the new ones are there.
  const shown = useDeferredValue(search)
  const { items, pages } = useSuspenseQuery(timesQuery(ids, shown)).data
  const known = useQuery({ ...hintsQuery(ids), refetchInterval: EVERY }).data?.items ?? []
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [history, setHistory] = useState<TimeEntry>()
  const { id: user_id } = useCurrentUser()
  const open = useEdits({ user_id, subhappening_id: part.id }, items)
  const told = [...known.map(({ timeentry_id }) => timeentry_id), ...open.edits.keys()]
  const isElsewhere = told.some((id) => !items.some((item) => item.id === id))
  const found = useQuery({ ...allEntriesQuery(ids, search.order_by), enabled: isElsewhere }).data ?? []
  // Those on the screen are read more often.
  const entries = [...items, ...found.filter(({ id }) => !items.some((item) => item.id === id))]
  const changes = withoutLocked(open.edits, entries)
  const hints = standingHints(known, changes)
  const setSearch = (change: Partial<TimesheetSearch>, replace = false) =>
    void navigate({
      to: '/happenings/$happening_id/$subhappening_id/timesheet',
      params: ids,
      search: { ...search, page: 0, ...change },
      replace,
    })
  const jump = useJump(ids, search.order_by, (page) => setSearch({ page, filter: '' }))
  const rules = { zone: part.time_zone, date: part.date, isAdmin: part.can.administer }
  const applying = useApply(ids, rules, open, { entries, onJump: jump })
  const sending = useSending(user_id, part, jump)
  useLeavingTimes(open)
  useSaveKey(() => {
    settleTyped()
    applying.apply()
  })

  const applyAndSend = async () => {
    settleTyped()
    const doubts = await applying.doubts()
    if (doubts)
      sending.sendAfter({
        changed: new Set(withoutLocked(open.present(), entries).keys()),
        doubts,
        first: applying.applyAsked,
      })
  }

  const day = items.find(({ soll_von_date }) => soll_von_date !== null)?.soll_von_date ?? part.date
  const meant = async () => {
    const ticked = items.filter(({ id }) => selected.has(id))
    if (selected.size > 0 && ticked.length === selected.size) return ticked
    if (selected.size === 0 && pages <= 1) return items
    const all = await allEntries(ids, selected.size === 0 ? search.filter : '')
    return selected.size === 0 ? all : all.filter(({ id }) => selected.has(id))
  }
  const act = (entry: TimeEntry, by: (edits: Edits) => Edits) =>
    void open.takeStep((edits) => changeOne(edits, entry, by))
  /** All there are, and sent; nothing is left that could be changed here. */
  const isAll = pages <= 1 && shown.filter === '' && items.length > 0 && changes.size === 0
  const isSent = isAll && items.every(({ submitted }) => submitted)
  const isClosed = isAll && items.every(({ is_editable }) => !is_editable)
  const hasBar = part.can.record || open.edits.size > 0
  const excel = urlOf('/happenings/{happening_id}.xlsx', ids, {
    subhappening_id: part.id,
    subhappening_filter: search.filter,
  })
  return (
    <>
      <div className={css['notices']}>
        <ReadOnly part={part} items={items} />
        <SendingNotice {...sending} isSummedUp={hasBar} />
        <Hints hints={hints} entries={entries} onJump={jump} />
      </div>
      <Toolbar
        actions={
          <>
            {part.can.record && !isClosed && (
              <BulkTools
                open={open}
                selected={selected.size}
                isFiltered={search.filter !== ''}
                meant={meant}
                day={day}
              />
            )}
            {part.can.administer && (
              <AnchorButton href={excel} download icon={<DownloadIcon />}>
                Excel
              </AnchorButton>
            )}
          </>
        }
      >
        <FilterBox
          label="Zeiteinträge suchen"
          placeholder="Name, Nummer, Funktion, Firma …"
          value={search.filter}
          onChange={(filter) => setSearch({ filter }, true)}
        />
      </Toolbar>
      {items.length === 0 ? (
        <NoEntries search={shown} onSearch={setSearch} />
      ) : (
        <Sheet
          part={part}
          items={items}
          edits={open.edits}
          hints={hints}
          rules={rules}
          day={day}
          order={search.order_by}
          onOrder={(order_by) => setSearch({ order_by })}
          selected={selected}
          onSelect={setSelected}
          refreshing={shown !== search}
          acts={{
            change: (entry, typed) => act(entry, (edits) => changeEntry(edits, entry, typed)),
            keepUnread: (entry, part, text) => act(entry, (edits) => keepUnread(edits, entry, part, text)),
            discard: (entry, end) => act(entry, (edits) => discard(edits, entry, end)),
            keepMine: (entry) => act(entry, (edits) => keepMine(edits, entry)),
            takeTheirs: (entry) => act(entry, (edits) => takeTheirs(edits, entry)),
            openHistory: setHistory,
          }}
        />
      )}
      <Pager page={shown.page} pages={pages} onPage={(page, replace) => setSearch({ page }, replace)} />
      {hasBar && (
        <Bar
          sum={(part.istzeit ?? 0) + difference(changes, part.time_zone)}
          planned={part.sollzeit ?? 0}
          count={changes.size}
          isUntouched={!part.istzeit && items.every((entry) => isEmpty(actualOf(entry)))}
          isKept={open.isKept}
          done={isSent && !sending.isRunning ? items.length : undefined}
          wayOn={
            <LinkButton
              to="/happenings/$happening_id"
              params={{ happening_id: part.happening_id }}
              search={happeningSearch({})}
            >
              Zur Übersicht
            </LinkButton>
          }
          news={applying.news ?? sending.news}
          isApplying={applying.isApplying}
          canSend={part.can.send}
          isAsking={sending.isAsking}
          isSending={sending.isRunning}
          sendable={part.sendable}
          onApply={applying.apply}
          onSend={sending.send}
          onApplyAndSend={() => void applyAndSend()}
        />
      )}
      {history && <History part={ids} entry={history} onClose={() => setHistory(undefined)} />}
    </>
  )
}
