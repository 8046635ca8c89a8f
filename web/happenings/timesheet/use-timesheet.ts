// State and actions of the timesheet: entries, edits, applying and sending.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import { localNow } from '#contract/time/plausible.ts'
import type { TimeHint } from '#contract/times.ts'
import { happeningLimits } from '#contract/words/happenings.ts'
import { useList } from '#web/lists/use-list.ts'
import { pollEvery } from '#web/poll.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { useSaveKey } from '#web/ui/keyboard/shortcuts.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { type PartIds, timesQuery } from '../queries.ts'
import type { TimesheetSearch } from '../search.ts'
import type { EntrySelection } from './bulk.tsx'
import { canFill, isDue } from './edits/bulk.ts'
import { withoutLocked } from './edits/edits.ts'
import { validHints } from './edits/read-entry.ts'
import { useApply } from './edits/use-apply.ts'
import { useEdits } from './edits/use-edits.tsx'
import { allEntriesQuery, fetchAllEntries, hintsQuery } from './queries.ts'
import { isAllSent } from './sending/to-send.ts'
import { useSending } from './sending/use-sending.tsx'
import { rowId } from './team.ts'

// Temporal computes lengths of work; only browsers without it load the polyfill.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

const route = getRouteApi('/signed-in/happenings/$happening_id/$subhappening_id/timesheet')

/** Polled like the times, since changes by others may bring hints. */
const POLL_MS = 5_000

const NO_HINTS: readonly TimeHint[] = []
const NO_SELECTION: ReadonlySet<number> = new Set()

export function useTimesheet(part: Subhappening, isDesk: boolean) {
  const ids = { happening_id: part.happening_id, subhappening_id: part.id }
  const list = useList(route.useSearch(), route.useNavigate(), (search) => timesQuery(ids, search))
  const { search, shown, setSearch } = list
  const { items, pages } = list.data
  const { id: user_id } = useCurrentUser()
  const [person, setPerson] = useState<number>()
  const open = useEdits({ user_id, subhappening_id: part.id }, items)

  const hints = useQuery({ ...hintsQuery(ids), refetchInterval: pollEvery(POLL_MS) }).data?.items ?? NO_HINTS
  const hintsById = useMemo(() => Map.groupBy(hints, ({ timeentry_id }) => timeentry_id), [hints])

  // Hints and edits may belong to entries of other pages; those of this page are fresher.
  const onScreen = new Set(items.map(({ id }) => id))
  const isElsewhere = [...hintsById.keys(), ...open.edits.keys()].some((id) => !onScreen.has(id))
  const all = useQuery({ ...allEntriesQuery(ids, search.order_by), enabled: isElsewhere }).data ?? []
  const entries = [...items, ...all.filter(({ id }) => !onScreen.has(id))]
  const changes = withoutLocked(open.edits, entries)

  const jump = useJumpToEntry(ids, shown, {
    onPage: (page) => setSearch({ page, filter: '' }),
    onArrive: setPerson,
  })
  const applying = useApply(part, { user_id, open, entries, onJump: jump, showsSuccessInBar: !isDesk })
  const sending = useSending(user_id, part, { onJump: jump, onStart: () => setPerson(undefined) })
  const applyAndSend = async () => {
    // Offline there is no question before sending. Applying alone then reports that the changes are stored on this
    // device.
    if (!navigator.onLine) {
      applying.applyFirst()
      return
    }
    const prepared = await applying.prepare()
    if (prepared) sending.sendAfter({ ...prepared, apply: applying.applyConfirmed })
  }

  useSaveKey(applying.apply)
  useSaveKey(() => {
    if (!part.can.send || sending.isAsking || sending.isRunning || applying.isApplying) return
    if (changes.size > 0) void applyAndSend()
    else if (part.sendable > 0) sending.send()
  }, 'enter')

  const [selected, setSelected] = useState(NO_SELECTION)
  const isAnySelected = selected.size > 0
  const here = isAnySelected ? items.filter(({ id }) => selected.has(id)) : items
  const selection: EntrySelection = {
    selected,
    // Referentially stable, like the actions of the edits.
    select: useCallback((ids, on) => setSelected((before) => withSelected(before, ids, on)), []),
    clear: () => setSelected(NO_SELECTION),
    here,
    isAllHere: isAnySelected ? here.length === selected.size : pages <= 1,
    all: async () => {
      const all = await fetchAllEntries(ids, isAnySelected ? '' : search.filter)
      return isAnySelected ? all.filter(({ id }) => selected.has(id)) : all
    },
  }

  const isWhole = pages <= 1 && shown.filter === ''
  const isFillable = part.can.record && items.some((entry) => canFill(entry, open.edits.get(entry.id)))
  const isAnyAwaited = () => {
    const now = localNow(part.time_zone)
    return items.some((entry) => isDue(entry, open.edits.get(entry.id), now))
  }
  const isSettled = isWhole && items.length > 0 && changes.size === 0
  return {
    list,
    items,
    /** `items` is the whole team, not one page of it. */
    isWhole,
    /** Includes entries of other pages that have hints or edits. */
    entries,
    /** Hints that still hold with the open changes. */
    hints: validHints(hints, changes),
    hintsOf: (timeentry_id: number) => hintsById.get(timeentry_id) ?? NO_HINTS,
    /** Default day for people without a plan. */
    day: items.find(({ soll_von_date }) => soll_von_date !== null)?.soll_von_date ?? part.date,
    open,
    next: {
      /** The open changes that can be applied. */
      changes,
      /** People without times could be filled in as planned. */
      isFillable,
      /**
       * Filling in is the next step: no change is open, and either nothing can be sent yet or people whose planned
       * start has passed have no times.
       */
      isFillNext: isFillable && changes.size === 0 && (part.sendable === 0 || isAnyAwaited()),
    },
    selection,
    applying,
    sending,
    applyAndSend: () => void applyAndSend(),
    jump,
    /** Entry of the open sheet, on a phone. */
    person,
    setPerson,
    hasBar: part.can.record || open.edits.size > 0,
    /** The whole team is on this page, no change is open, and every entry is sent or not expected. */
    isSent: isSettled && isAllSent(items),
    isClosed: isSettled && items.every(({ is_editable }) => !is_editable),
  }
}

function withSelected(before: ReadonlySet<number>, ids: readonly number[], on: boolean): ReadonlySet<number> {
  const next = new Set(before)
  for (const id of ids) {
    if (on) next.add(id)
    else next.delete(id)
  }
  return next
}

type JumpHandlers = { onPage: (page: number) => void; onArrive: (timeentry_id: number) => void }

/** Jumps to an entry, also on another page. */
function useJumpToEntry(part: PartIds, shown: TimesheetSearch, { onPage, onArrive }: JumpHandlers) {
  /** Entry to focus once the page with it has loaded. */
  const goal = useRef<{ timeentry_id: number; page?: number }>(undefined)
  const arrive = (timeentry_id: number) => {
    if (!focusRow(timeentry_id)) return false
    onArrive(timeentry_id)
    return true
  }
  useEffect(() => {
    if (!goal.current) return
    const { timeentry_id, page } = goal.current
    // Cleared once the page is there: a row that appears later must not steal the focus.
    const isPageThere = page === shown.page && shown.filter === ''
    if (arrive(timeentry_id) || isPageThere) goal.current = undefined
  })

  const turnTo = async (timeentry_id: number) => {
    const own: typeof goal.current = { timeentry_id }
    goal.current = own
    try {
      const place = (await fetchAllEntries(part, '', shown.order_by)).findIndex(
        ({ id }) => id === timeentry_id,
      )
      // The row was found meanwhile, or the user wants to go to another one.
      if (goal.current !== own) return
      if (place < 0) {
        goal.current = undefined
        toast('Diesen Zeiteintrag gibt es nicht mehr.', { tone: 'info' })
        return
      }
      own.page = Math.floor(place / happeningLimits.entriesOfPage)
      onPage(own.page)
    } catch (problem) {
      if (goal.current === own) goal.current = undefined
      toastFailure(problem)
    }
  }
  return (timeentry_id: number) => {
    goal.current = undefined
    if (!arrive(timeentry_id)) void turnTo(timeentry_id)
  }
}

/** Focuses an invalid field of the row, else its first time. Returns whether the row is rendered. */
function focusRow(timeentry_id: number): boolean {
  const row = document.getElementById(rowId(timeentry_id))
  if (!row) return false
  row.scrollIntoView({ block: 'center' })
  const field =
    row.querySelector<HTMLElement>('[aria-invalid=true]') ??
    row.querySelector<HTMLElement>('input[inputmode=numeric]') ??
    row.querySelector<HTMLElement>('button, input')
  field?.focus({ preventScroll: true })
  // Rows outside the viewport render their fields only on focus, so the focus is moved once more.
  if (row.matches('[data-resting]') && row.contains(document.activeElement))
    setTimeout(focusRow, 0, timeentry_id)
  return true
}
