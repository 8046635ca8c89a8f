// oxlint-disable jsx-a11y/prefer-tag-over-role -- a group of buttons: no fieldset
// Bulk changes for all or for selected entries, with undo; used on desktops and phones.
import { type ReactNode, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { toastFailure } from '#web/toast-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { TimeInput } from '#web/ui/date-time/time-input.tsx'
import { useTypedState } from '#web/ui/date-time/typed-value.ts'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import { CalendarIcon, ClockIcon, MinusIcon, PlusIcon, TrashIcon, UndoIcon } from '#web/ui/icon.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import css from './bulk.module.css'
import {
  changeMany,
  discardMany,
  fillAsPlanned,
  overwriteAsPlanned,
  type StepResult,
  setTimeRule,
  shiftRule,
} from './edits/bulk.ts'
import type { Edits } from './edits/edits.ts'
import { type End, ends } from './edits/ends.ts'
import type { OpenEdits } from './edits/use-edits.tsx'
import { endNames } from './edits/words.ts'

export type EntrySelection = {
  /** Empty: bulk changes apply to all entries. */
  selected: ReadonlySet<number>
  select: (timeentry_ids: readonly number[], on: boolean) => void
  clear: () => void
  /** Affected entries on this page. */
  here: readonly TimeEntry[]
  /** `here` contains all affected entries. */
  isAllHere: boolean
  /** Affected entries of all pages. */
  all: () => Promise<readonly TimeEntry[]>
}
type Props = {
  open: OpenEdits
  selection: EntrySelection
  /** The list is filtered; without a selection, changes apply to the matches. */
  isFiltered: boolean
  day: string
  /** Menu changes show a toast with undo, since the undo button is out of sight. */
  withToast: boolean
  /** A person's sheet covers the list: „Alle wie geplant“ shows a toast, too. */
  isSheetOpen: boolean
}
export type BulkActions = {
  /** `text`: 'Alle wie geplant', '3 Einträge wie geplant'. */
  asPlanned: { text: string; act: () => void }
  /** Heading of the menu; `whom` labels its items where there is no heading. */
  title: string
  whom: string
  items: readonly MenuItem[]
  /** Must be rendered by the caller: asks for the time to set. */
  dialog: ReactNode
}

const STEP_MINUTES = 15
const OVERWRITE_AS_PLANNED_LABEL = 'Wie geplant, auch schon Eingetragenes'
const DISCARD_LABEL = 'Änderungen verwerfen'

export function useBulkActions({
  open,
  selection: { selected, here, isAllHere, all },
  isFiltered,
  day,
  withToast,
  isSheetOpen,
}: Props): BulkActions {
  const [endToSet, setEndToSet] = useState<End>()
  const ticked = formatCount(selected.size, 'Eintrag', 'Einträge')
  const whom = selected.size > 0 ? ticked : isFiltered ? 'Alle gefundenen' : 'Alle'

  const act = async (by: (edits: Edits, entries: readonly TimeEntry[]) => StepResult, what?: string) => {
    try {
      // Entries of this page change at once, others after loading; undo reverts both.
      const first = open.takeStep((edits) => by(edits, here))
      const others = isAllHere ? [] : (await all()).filter(({ id }) => here.every((one) => one.id !== id))
      const done = others.length > 0 ? open.takeStep((edits) => by(edits, others), first) : first
      const { after } = done
      // By default success shows no toast: the bar has the number of open changes.
      if (after.size === 0) toast('Daran war nichts zu ändern.', { tone: 'info' })
      else if (withToast && what !== undefined)
        toast(`${what}: ${formatCount(after.size, 'Eintrag', 'Einträge')} geändert`, {
          action: { text: 'Rückgängig', onPick: () => open.undoStep(done) },
        })
    } catch (error) {
      toastFailure(error)
    }
  }
  const change = (rule: Parameters<typeof changeMany>[2], what?: string) =>
    void act((edits, entries) => changeMany(edits, entries, rule), what)
  const shift = (end: End, minutes: number, icon: ReactNode): MenuItem => {
    const text = `${endNames[end]} ${STEP_MINUTES} Minuten ${minutes < 0 ? 'früher' : 'später'}`
    return { text, icon, onPick: () => change(shiftRule(end, minutes), text) }
  }
  const items: MenuItem[] = [
    ...ends.flatMap((end): MenuItem[] => [
      { text: `${endNames[end]} setzen …`, icon: <ClockIcon />, onPick: () => setEndToSet(end) },
      shift(end, -STEP_MINUTES, <MinusIcon />),
      shift(end, STEP_MINUTES, <PlusIcon />),
    ]),
    {
      text: OVERWRITE_AS_PLANNED_LABEL,
      icon: <CalendarIcon />,
      onPick: () => change(overwriteAsPlanned, OVERWRITE_AS_PLANNED_LABEL),
    },
    {
      text: DISCARD_LABEL,
      icon: <TrashIcon />,
      danger: true,
      onPick: () => void act((edits, entries) => discardMany(edits, entries), DISCARD_LABEL),
    },
  ]
  const asPlanned = `${whom} wie geplant`
  return {
    asPlanned: {
      text: asPlanned,
      // Without a selection only empty entries are filled, so no recorded times are overwritten.
      act: () =>
        change(selected.size === 0 ? fillAsPlanned : overwriteAsPlanned, isSheetOpen ? asPlanned : undefined),
    },
    title: `${whom} ändern`,
    whom,
    items,
    dialog: endToSet && (
      <SetTimeDialog
        end={endToSet}
        whom={selected.size > 0 ? ticked : whom.toLowerCase()}
        onSet={(time) => change(setTimeRule(endToSet, time, day), `${endNames[endToSet]} gesetzt`)}
        onClose={() => setEndToSet(undefined)}
      />
    ),
  }
}

type SetTimeDialogProps = { end: End; whom: string; onSet: (time: string) => void; onClose: () => void }

/** Sets one time for many entries; each keeps its own day. */
function SetTimeDialog({ end, whom, onSet, onClose }: SetTimeDialogProps) {
  const time = useTypedState(null)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const set = () => {
    setIsSubmitted(true)
    if (time.value === null || time.invalidText !== undefined) return
    onSet(time.value)
    onClose()
  }
  return (
    // The button is enabled even while the field is empty, since typed text is parsed only on blur.
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

type BulkToolsProps = { bulk: BulkActions; open: { canUndo: boolean; undo: () => void }; isFirst?: boolean }

/** Buttons for bulk changes and undo. */
export const BulkTools = ({ bulk: { asPlanned, title, items }, open, isFirst }: BulkToolsProps) => (
  <div className={css['tools']} role="group" aria-label="Mehrere Einträge ändern">
    <Button variant={isFirst ? 'primary' : 'plain'} icon={<CalendarIcon size={18} />} onClick={asPlanned.act}>
      {asPlanned.text}
    </Button>
    <Menu label="Mehrere ändern" variant="plain" text={title} items={items} />
    {/* Always rendered, so that the rows do not move; aria-disabled keeps the focus. */}
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

type SelectionBarProps = {
  items: readonly TimeEntry[]
  selection: EntrySelection
  bulk: BulkActions
  open: { canUndo: boolean; undo: () => void }
  /** Shows „Alle auswählen“; the table head has its own. */
  withAll: boolean
  onEnd: () => void
}

/** Sticky bar with the bulk changes of selected entries. */
export function SelectionBar({
  items,
  selection: { selected, select },
  bulk,
  open,
  withAll,
  onEnd,
}: SelectionBarProps) {
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
