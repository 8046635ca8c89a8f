// oxlint-disable jsx-a11y/prefer-tag-over-role -- a group of buttons: no fieldset
// One change for all, or for those who are ticked, and the way back: the same at a desk and on a phone.
import { type ReactNode, useRef, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { toastFailure } from '#web/toast-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { TimeInput } from '#web/ui/date-time/time-input.tsx'
import { useTypedState } from '#web/ui/date-time/typed-value.ts'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { counted, formatNumber } from '#web/ui/format.ts'
import { CalendarIcon, ClockIcon, MinusIcon, PlusIcon, TrashIcon, UndoIcon } from '#web/ui/icon.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { dismiss } from '#web/ui/toast/toast-store.ts'
import css from './bulk.module.css'
import {
  changeMany,
  type Done,
  discardMany,
  fillAsPlanned,
  setTo,
  shiftBy,
  takePlanned,
} from './edits/bulk.ts'
import type { Edits } from './edits/edits.ts'
import { type End, ends } from './edits/ends.ts'
import type { OpenEdits } from './edits/use-edits.tsx'
import { endNames } from './edits/words.ts'

export type Selection = {
  /** None means that all are meant. */
  selected: ReadonlySet<number>
  select: (timeentry_ids: readonly number[], on: boolean) => void
  clear: () => void
  /** The meant ones on the screen. */
  here: readonly TimeEntry[]
  /** No others are meant. */
  isAllHere: boolean
  /** All that are meant, also on other pages. */
  all: () => Promise<readonly TimeEntry[]>
}
type Props = {
  open: OpenEdits
  selection: Selection
  /** Then all that are found are meant. */
  isFiltered: boolean
  day: string
  /** A change from a menu is said, with the way back: that is not in sight. */
  isSaid: boolean
  /** One person's sheet is open: „Alle wie geplant“ is said as well. */
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
  selection: { selected, here, isAllHere, all },
  isFiltered,
  day,
  isSaid,
  isAtOne,
}: Props): Bulk {
  const [endToSet, setEndToSet] = useState<End>()
  const failed = useRef<number>(undefined)
  const ticked = counted(selected.size, 'Eintrag', 'Einträge')
  const whom = selected.size > 0 ? ticked : isFiltered ? 'Alle gefundenen' : 'Alle'

  const act = async (by: (edits: Edits, entries: readonly TimeEntry[]) => Done, what?: string) => {
    if (failed.current !== undefined) dismiss(failed.current)
    try {
      // Entries on the screen change at once, others as soon as they are known: both are one step.
      const first = open.takeStep((edits) => by(edits, here))
      const others = isAllHere ? [] : (await all()).filter(({ id }) => here.every((one) => one.id !== id))
      const done = others.length > 0 ? open.takeStep((edits) => by(edits, others), first) : first
      const { after } = done
      // The bar below says how many wait to be applied.
      if (after.size === 0) toast('Daran war nichts zu ändern.', { tone: 'info' })
      else if (isSaid && what !== undefined)
        toast(`${what}: ${counted(after.size, 'Eintrag', 'Einträge')} geändert`, {
          action: { text: 'Rückgängig', onPick: () => open.undoStep(done) },
        })
    } catch (error) {
      failed.current = toastFailure(error)
    }
  }
  const change = (rule: Parameters<typeof changeMany>[2], what?: string) =>
    void act((edits, entries) => changeMany(edits, entries, rule), what)
  const shift = (end: End, minutes: number, icon: ReactNode): MenuItem => {
    const text = `${endNames[end]} ${STEP} Minuten ${minutes < 0 ? 'früher' : 'später'}`
    return { text, icon, onPick: () => change(shiftBy(end, minutes), text) }
  }
  const items: MenuItem[] = [
    ...ends.flatMap((end): MenuItem[] => [
      { text: `${endNames[end]} setzen …`, icon: <ClockIcon />, onPick: () => setEndToSet(end) },
      shift(end, -STEP, <MinusIcon />),
      shift(end, STEP, <PlusIcon />),
    ]),
    {
      text: EVEN_RECORDED,
      icon: <CalendarIcon />,
      onPick: () => change(takePlanned, EVEN_RECORDED),
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
      // Without a selection only empty entries: nobody's times vanish.
      act: () => change(selected.size === 0 ? fillAsPlanned : takePlanned, isAtOne ? asPlanned : undefined),
    },
    title: `${whom} ändern`,
    whom,
    items,
    dialog: endToSet && (
      <SetTimeDialog
        end={endToSet}
        whom={selected.size > 0 ? ticked : whom.toLowerCase()}
        onSet={(time) => change(setTo(endToSet, time, day), `${endNames[endToSet]} gesetzt`)}
        onClose={() => setEndToSet(undefined)}
      />
    ),
  }
}

type SetTimeProps = { end: End; whom: string; onSet: (time: string) => void; onClose: () => void }

/** One time for many; the day of each stays its own. */
function SetTimeDialog({ end, whom, onSet, onClose }: SetTimeProps) {
  const time = useTypedState(null)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const set = () => {
    setIsSubmitted(true)
    if (time.value === null || time.unread !== undefined) return
    onSet(time.value)
    onClose()
  }
  return (
    // Ready while nothing is there, too: what is typed becomes a time only when the field is left.
    <FormDialog title={`${endNames[end]} für ${whom} setzen`} verb="Setzen" onSubmit={set} onClose={onClose}>
      <TimeInput
        label={endNames[end]}
        steps
        endsDay
        {...time}
        error={isSubmitted && time.value === null ? 'Bitte geben Sie eine Uhrzeit an.' : undefined}
      />
    </FormDialog>
  )
}

type BulkProps = { bulk: Bulk; open: { canUndo: boolean; undo: () => void }; isFirst?: boolean }

/** One change for all or for the ticked ones, and the way back. */
export const BulkTools = ({ bulk: { asPlanned, title, items }, open, isFirst }: BulkProps) => (
  <div className={css['tools']} role="group" aria-label="Mehrere Einträge ändern">
    <Button variant={isFirst ? 'primary' : 'plain'} icon={<CalendarIcon size={18} />} onClick={asPlanned.act}>
      {asPlanned.text}
    </Button>
    <Menu label="Mehrere ändern" variant="plain" text={title} items={items} />
    {/* Always there, so that no row moves when it comes. It keeps the focus when there is nothing left to take back. */}
    <Button
      variant="quiet"
      icon={<UndoIcon size={18} />}
      aria-label="Rückgängig"
      title="Rückgängig"
      aria-disabled={!open.canUndo || undefined}
      onClick={() => open.canUndo && open.undo()}
    >
      <span className={css['word']}>Rückgängig</span>
    </Button>
  </div>
)

type SelectionProps = {
  items: readonly TimeEntry[]
  selection: Selection
  bulk: Bulk
  open: { canUndo: boolean; undo: () => void }
  /** Where no head of a table has a box for all. */
  withAll: boolean
  onEnd: () => void
}

/** The changes of those who are ticked, in sight wherever one ticks them. */
export function SelectionBar({
  items,
  selection: { selected, select },
  bulk,
  open,
  withAll,
  onEnd,
}: SelectionProps) {
  const ticked = items.filter(({ id }) => selected.has(id)).length
  return (
    <section className={css['bar']} aria-label="Auswahl">
      <div className={css['who']}>
        {withAll && (
          <Checkbox
            label="Alle auswählen"
            checked={ticked > 0 && ticked === items.length}
            indeterminate={ticked > 0 && ticked < items.length}
            onChange={(on) =>
              select(
                items.map(({ id }) => id),
                on,
              )
            }
          />
        )}
        <output className={css['count']}>{formatNumber(selected.size)} ausgewählt</output>
        <Button variant="quiet" size="small" onClick={onEnd}>
          Auswahl aufheben
        </Button>
      </div>
      {selected.size > 0 && <BulkTools bulk={bulk} open={open} />}
    </section>
  )
}
