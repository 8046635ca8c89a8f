// One change for all, or for those who are ticked, and the way back: the same at a desk and on a phone.
import { type ReactNode, useRef, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { formatNumber } from '#web/ui/format.ts'
import { CalendarIcon, ClockIcon, MinusIcon, PlusIcon, TrashIcon } from '#web/ui/icon.tsx'
import type { MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { dismiss } from '#web/ui/toast/toast-store.ts'
import {
  changeMany,
  discardMany,
  fillAsPlanned,
  type Step,
  setTo,
  shiftBy,
  takePlanned,
} from './edits/bulk.ts'
import type { Edits } from './edits/edits.ts'
import { type End, ends } from './edits/ends.ts'
import { endNames } from './edits/entry-words.ts'
import type { OpenEdits } from './edits/use-edits.ts'
import { SetTimeDialog } from './set-time-dialog.tsx'

export type Selection = {
  /** None means that all are meant. */
  selected: ReadonlySet<number>
  select: (timeentry_ids: readonly number[], on: boolean) => void
  clear: () => void
  /** Those on the screen that are meant, and whether there are others. */
  here: { meant: readonly TimeEntry[]; isAll: boolean }
  /** Those that are meant, also those on other pages. */
  meant: () => Promise<readonly TimeEntry[]>
}
type Props = {
  open: OpenEdits
  selection: Selection
  /** Then all that are found are meant. */
  isFiltered: boolean
  day: string
  /** Where the way back is not in sight, what a menu has changed is said, with the way back. */
  isSaid: boolean
  /** Somebody is looking at one of them: that it was done to all is said as well. */
  isAtOne: boolean
}
export type Bulk = {
  /** 'Alle wie geplant', or whom else it is about. */
  asPlanned: { text: string; act: () => void }
  /** The heading of the other changes, and whom each of them is about where there is no place for a heading. */
  title: string
  whom: string
  items: readonly MenuItem[]
  /** To be drawn somewhere: it asks for the time that is set. */
  dialog: ReactNode
}

const STEP = 15 // minutes
const EVEN_RECORDED = 'Wie geplant, auch schon Eingetragenes'
const DISCARD = 'Änderungen verwerfen'

export function useBulk({
  open,
  selection: { selected, here, meant },
  isFiltered,
  day,
  isSaid,
  isAtOne,
}: Props): Bulk {
  const [asks, setAsks] = useState<End>()
  const failed = useRef<number>(undefined)
  const ticked = selected.size === 1 ? '1 Eintrag' : `${formatNumber(selected.size)} Einträge`
  const whom = selected.size > 0 ? ticked : isFiltered ? 'Alle gefundenen' : 'Alle'

  const act = async (
    by: (edits: Edits, entries: readonly TimeEntry[]) => { edits: Edits; step: Step },
    what?: string,
  ) => {
    if (failed.current !== undefined) dismiss(failed.current)
    try {
      // What is on the screen changes at once, and what is not as soon as it is known: both are one step.
      const first = open.takeStep((edits) => by(edits, here.meant))
      const others = here.isAll
        ? []
        : (await meant()).filter(({ id }) => here.meant.every((one) => one.id !== id))
      const done = others.length > 0 ? open.takeStep((edits) => by(edits, others), first) : first
      const { after } = done
      // How many wait to be applied stands in the bar below.
      if (after.size === 0) toast('Daran war nichts zu ändern.', { tone: 'info' })
      else if (isSaid && what !== undefined)
        toast(
          `${what}: ${after.size === 1 ? '1 Eintrag' : `${formatNumber(after.size)} Einträge`} geändert`,
          {
            action: { text: 'Rückgängig', onPick: () => open.undoStep(done) },
          },
        )
    } catch (error) {
      failed.current = toastFailure(error)
    }
  }
  const all = (rule: Parameters<typeof changeMany>[2], what?: string) =>
    void act((edits, entries) => changeMany(edits, entries, rule), what)
  const shift = (end: End, minutes: number, icon: ReactNode): MenuItem => {
    const text = `${endNames[end]} ${STEP} Minuten ${minutes < 0 ? 'früher' : 'später'}`
    return { text, icon, onPick: () => all(shiftBy(end, minutes), text) }
  }
  const items: MenuItem[] = [
    ...ends.flatMap((end): MenuItem[] => [
      { text: `${endNames[end]} setzen …`, icon: <ClockIcon />, onPick: () => setAsks(end) },
      shift(end, -STEP, <MinusIcon />),
      shift(end, STEP, <PlusIcon />),
    ]),
    {
      text: EVEN_RECORDED,
      icon: <CalendarIcon />,
      onPick: () => all(takePlanned, EVEN_RECORDED),
    },
    {
      text: DISCARD,
      icon: <TrashIcon />,
      danger: true,
      onPick: () => void act((edits, entries) => discardMany(edits, entries), DISCARD),
    },
  ]
  const asPlanned = `${whom} wie geplant`
  return {
    asPlanned: {
      text: asPlanned,
      // Of all, only what is empty: nobody's times vanish. Who ticks somebody means them.
      act: () => all(selected.size === 0 ? fillAsPlanned : takePlanned, isAtOne ? asPlanned : undefined),
    },
    title: `${whom} ändern`,
    whom,
    items,
    dialog: asks && (
      <SetTimeDialog
        end={asks}
        whom={selected.size > 0 ? ticked : whom.toLowerCase()}
        onSet={(time) => all(setTo(asks, time, day), `${endNames[asks]} gesetzt`)}
        onClose={() => setAsks(undefined)}
      />
    ),
  }
}
