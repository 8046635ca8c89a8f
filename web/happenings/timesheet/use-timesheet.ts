// All that the screen of a part's times knows and does: which entries it shows, what is typed into them, and its way
// out.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import { wallClock } from '#contract/time/plausible.ts'
import type { TimeHint } from '#contract/times.ts'
import { limits } from '#contract/words/happenings.ts'
import { useList } from '#web/lists/use-list.ts'
import { every } from '#web/poll.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { useSaveKey } from '#web/ui/keyboard/shortcuts.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { useCurrentUser } from '#web/users/queries.ts'
import { type Part, timesQuery } from '../queries.ts'
import { isAllSent } from './edits/all-sent.ts'
import { canFill, isAwaited } from './edits/bulk.ts'
import { withoutLocked } from './edits/edits.ts'
import { rulesOf } from './edits/read-entry.ts'
import { hintsOfRows } from './edits/relevant-hints.ts'
import { settleTyped } from './edits/settle-typed.ts'
import { useApply } from './edits/use-apply.ts'
import { useEdits } from './edits/use-edits.ts'
import { leadTo } from './lead-to.ts'
import { allEntries, allEntriesQuery, hintsQuery } from './queries.ts'
import { useSending } from './sending/use-sending.tsx'
import type { Selection } from './use-bulk.tsx'

// Lengths of work are counted with Temporal. Browsers that do not know it yet load it, and only they.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

const route = getRouteApi('/signed-in/happenings/$happening_id/$subhappening_id/timesheet')

/** As often as the times themselves: what others enter may stand out, too. */
const EVERY = 5_000

const NO_HINTS: readonly TimeHint[] = []
const NOBODY: ReadonlySet<number> = new Set()

export function useTimesheet(part: Subhappening, isDesk: boolean) {
  const ids = { happening_id: part.happening_id, subhappening_id: part.id }
  const list = useList(route.useSearch(), route.useNavigate(), (asked) => timesQuery(ids, asked))
  const { search, shown, setSearch } = list
  const { items, pages } = list.data
  const known = useQuery({ ...hintsQuery(ids), refetchInterval: every(EVERY) }).data?.items ?? NO_HINTS
  const hintsById = useMemo(() => Map.groupBy(known, ({ timeentry_id }) => timeentry_id), [known])
  const [selected, setSelected] = useState(NOBODY)
  const [person, setPerson] = useState<number>()
  const { id: user_id } = useCurrentUser()
  const open = useEdits({ user_id, subhappening_id: part.id }, items)

  const told = [...known.map(({ timeentry_id }) => timeentry_id), ...open.edits.keys()]
  const onScreen = new Set(items.map(({ id }) => id))
  const isElsewhere = told.some((id) => !onScreen.has(id))
  const found = useQuery({ ...allEntriesQuery(ids, search.order_by), enabled: isElsewhere }).data ?? []
  // Those on the screen are read more often.
  const entries = [...items, ...found.filter(({ id }) => !onScreen.has(id))]
  const changes = withoutLocked(open.edits, entries)

  const jump = useJump(ids, search.order_by, {
    goTo: (page) => setSearch({ page, filter: '' }),
    onLed: setPerson,
  })
  const applying = useApply(ids, rulesOf(part), open, {
    team: `${part.happening_name} – ${part.name}`,
    entries,
    onJump: jump,
    isSaidBelow: !isDesk,
  })
  const sending = useSending(user_id, part, jump)
  const apply = () => {
    settleTyped()
    applying.apply()
  }
  useSaveKey(apply)
  const applyAndSend = async () => {
    settleTyped()
    // Without a network nothing is asked that nobody could act on: applying says where the changes are.
    if (!navigator.onLine) {
      applying.applyFirst()
      return
    }
    const doubts = await applying.doubts()
    if (doubts)
      sending.sendAfter({
        changed: withoutLocked(open.present(), entries),
        doubts,
        first: applying.applyAsked,
      })
  }

  const meantHere = selected.size === 0 ? items : items.filter(({ id }) => selected.has(id))
  const selection: Selection = {
    selected,
    // The same function from one rendering to the next, like those of the edits.
    select: useCallback((ids, on) => setSelected((before) => withTicks(before, ids, on)), []),
    clear: useCallback(() => setSelected(NOBODY), []),
    here: { meant: meantHere, isAll: selected.size > 0 ? meantHere.length === selected.size : pages <= 1 },
    meant: async () => {
      const all = await allEntries(ids, selected.size === 0 ? search.filter : '')
      return selected.size === 0 ? all : all.filter(({ id }) => selected.has(id))
    },
  }

  const isFillable = part.can.record && items.some((entry) => canFill(entry, open.edits.get(entry.id)))
  const isAnyAwaited = () => {
    const now = wallClock(part.time_zone)
    return items.some((entry) => isAwaited(entry, open.edits.get(entry.id), now))
  }
  const isWhole = pages <= 1 && shown.filter === ''
  const isAll = isWhole && items.length > 0 && changes.size === 0
  return {
    list,
    items,
    /** These are all there are. */
    isWhole,
    /** With those on other pages that a hint or an edit is of. */
    entries,
    /** Those that are true of what stands in the rows. */
    hints: hintsOfRows(known, changes),
    hintsOf: (timeentry_id: number) => hintsById.get(timeentry_id) ?? NO_HINTS,
    /** On which day those work for whom nothing is planned. */
    day: items.find(({ soll_von_date }) => soll_von_date !== null)?.soll_von_date ?? part.date,
    open,
    /** The open changes that can be applied. */
    changes,
    /** Somebody has nothing yet that could be as planned. */
    isFillable,
    /**
     * That comes next: nothing is left that goes before it, and whoever has worked is recorded before anything is
     * sent.
     */
    isFillNext: isFillable && changes.size === 0 && (part.sendable === 0 || isAnyAwaited()),
    selection,
    applying: { ...applying, apply },
    sending,
    applyAndSend: () => void applyAndSend(),
    jump,
    /** Whose sheet is open on a phone. */
    person,
    setPerson,
    hasBar: part.can.record || open.edits.size > 0,
    /** These are all there are, and every one is sent, or cannot be changed. */
    isSent: isAll && isAllSent(items),
    isClosed: isAll && items.every(({ is_editable }) => !is_editable),
  }
}

function withTicks(before: ReadonlySet<number>, ids: readonly number[], on: boolean): ReadonlySet<number> {
  const next = new Set(before)
  for (const id of ids) {
    if (on) next.add(id)
    else next.delete(id)
  }
  return next
}

type Ways = { goTo: (page: number) => void; onLed: (timeentry_id: number) => void }

/** Leads to an entry, wherever it stands: here, or on another page of the whole list. */
function useJump(part: Part, order: string, { goTo, onLed }: Ways): (timeentry_id: number) => void {
  const wanted = useRef<number>(undefined)
  const lead = (timeentry_id: number) => {
    if (!leadTo(timeentry_id)) return false
    onLed(timeentry_id)
    return true
  }

  // After the page has changed the row exists only with the next rendering.
  useEffect(() => {
    if (wanted.current !== undefined && lead(wanted.current)) wanted.current = undefined
  })

  const look = async (timeentry_id: number) => {
    wanted.current = timeentry_id
    const drop = () => {
      // Should the row come later it would take the focus from whatever somebody does then.
      if (wanted.current === timeentry_id) wanted.current = undefined
    }
    try {
      const all = await allEntries(part, '', order)
      const place = all.findIndex(({ id }) => id === timeentry_id)
      if (place >= 0) goTo(Math.floor(place / limits.entriesOfPage))
      else {
        drop()
        toast('Diesen Zeiteintrag gibt es nicht mehr.', { tone: 'info' })
      }
    } catch (problem) {
      drop()
      toastFailure(problem)
    }
  }
  return (timeentry_id) => {
    if (!lead(timeentry_id)) void look(timeentry_id)
  }
}
