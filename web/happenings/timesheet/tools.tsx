// oxlint-disable jsx-a11y/prefer-tag-over-role -- a sentence of two lines, a group of buttons: no output, no fieldset
import { useRef, useState } from 'react'
import type { Subhappening } from '#contract/parts.ts'
import type { TimeEntry } from '#contract/times.ts'
import { urlOf } from '#web/api.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { TimeInput } from '#web/ui/date-time/time-input.tsx'
import { useTypedState } from '#web/ui/date-time/typed-value.ts'
import { FilterBar } from '#web/ui/filter-bar.tsx'
import { FilterBox } from '#web/ui/filter-box.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/form.tsx'
import { formatNumber } from '#web/ui/format.ts'
import {
  CalendarIcon,
  ClockIcon,
  DownloadIcon,
  MinusIcon,
  PlusIcon,
  TrashIcon,
  UndoIcon,
} from '#web/ui/icon.tsx'
import { AnchorButton } from '#web/ui/link-button.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { toast } from '#web/ui/toast.tsx'
import { dismiss } from '#web/ui/toast-store.ts'
import { changeMany, discardMany, fillAsPlanned, type Step, setTo, shiftBy, takePlanned } from './bulk.ts'
import type { Edits } from './edits.ts'
import { endNames } from './end-field.tsx'
import { type End, ends } from './ends.ts'
import css from './tools.module.css'
import type { OpenEdits } from './use-edits.tsx'

type BulkProps = {
  open: OpenEdits
  selection: Selection
  /** Then all that are found are meant. */
  isFiltered: boolean
  day: string
}
type Selection = {
  /** None means that all are meant. */
  selected: ReadonlySet<number>
  /** Those that are meant, also those on other pages. */
  meant: () => Promise<readonly TimeEntry[]>
}
type Props = Omit<BulkProps, 'isFiltered'> & {
  part: Subhappening
  /** Nothing here can be changed. */
  isClosed: boolean
  list: { filterBox: { value: string; onChange: (filter: string) => void } }
}

/** What is found, and what can be done with all of it. */
export function Tools({ part, isClosed, list: { filterBox }, ...bulk }: Props) {
  const { can } = part
  const ids = { happening_id: part.happening_id, subhappening_id: part.id }
  const excel = urlOf('/happenings/{happening_id}.xlsx', ids, {
    subhappening_id: part.id,
    subhappening_filter: filterBox.value,
  })
  return (
    <FilterBar
      actions={
        <>
          {can.record && !isClosed && <BulkTools {...bulk} isFiltered={filterBox.value !== ''} />}
          {can.administer && (
            <AnchorButton href={excel} download icon={<DownloadIcon />}>
              Excel
            </AnchorButton>
          )}
        </>
      }
    >
      <FilterBox label="Zeiteinträge suchen" placeholder="Name, Nummer, Funktion, Firma …" {...filterBox} />
    </FilterBar>
  )
}

const STEP = 15 // minutes

/** One change for all or for the ticked ones, and the way back. */
function BulkTools({ open, selection, isFiltered, day }: BulkProps) {
  const { meant } = selection
  const selected = selection.selected.size
  const [asks, setAsks] = useState<End>()
  const failed = useRef<number>(undefined)
  const ticked = selected === 1 ? '1 Eintrag' : `${formatNumber(selected)} Einträge`
  const whom = selected > 0 ? ticked : isFiltered ? 'alle gefundenen' : 'alle'

  const act = async (by: (edits: Edits, entries: readonly TimeEntry[]) => { edits: Edits; step: Step }) => {
    if (failed.current !== undefined) dismiss(failed.current)
    try {
      const entries = await meant()
      const count = open.takeStep((edits) => by(edits, entries))
      // How many wait to be applied stands in the bar below.
      if (count === 0) toast('Daran war nichts zu ändern.', { tone: 'info' })
    } catch (error) {
      failed.current = toastFailure(error)
    }
  }
  const all = (rule: Parameters<typeof changeMany>[2]) =>
    void act((edits, entries) => changeMany(edits, entries, rule))
  const items: MenuItem[] = [
    ...ends.flatMap((end): MenuItem[] => [
      { text: `${endNames[end]} setzen …`, icon: <ClockIcon />, onPick: () => setAsks(end) },
      {
        text: `${endNames[end]} ${STEP} Minuten früher`,
        icon: <MinusIcon />,
        onPick: () => all(shiftBy(end, -STEP)),
      },
      {
        text: `${endNames[end]} ${STEP} Minuten später`,
        icon: <PlusIcon />,
        onPick: () => all(shiftBy(end, STEP)),
      },
    ]),
    {
      text: 'Auch Eingetragenes wie geplant',
      icon: <CalendarIcon />,
      onPick: () => all(takePlanned),
    },
    {
      text: 'Änderungen verwerfen',
      icon: <TrashIcon />,
      danger: true,
      onPick: () => void act((edits, entries) => discardMany(edits, entries)),
    },
  ]
  return (
    <div className={css['tools']} role="group" aria-label="Mehrere Einträge ändern">
      <Button
        icon={<CalendarIcon size={18} />}
        // Of all, only what is empty: nobody's times vanish. Who ticks somebody means them.
        onClick={() => all(selected === 0 ? fillAsPlanned : takePlanned)}
      >
        {selected > 0 ? ticked : isFiltered ? 'Alle gefundenen' : 'Alle'} wie geplant
      </Button>
      <Menu label="Mehrere ändern" variant="plain" text={`Für ${whom}`} items={items} />
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
      {asks && (
        <SetTimeDialog
          end={asks}
          whom={whom}
          onSet={(time) => all(setTo(asks, time, day))}
          onClose={() => setAsks(undefined)}
        />
      )}
    </div>
  )
}

type SetTimeProps = { end: End; whom: string; onSet: (time: string) => void; onClose: () => void }

/** One time for many; the day of each stays its own. */
function SetTimeDialog({ end, whom, onSet, onClose }: SetTimeProps) {
  const time = useTypedState(null)
  const [isAsked, setIsAsked] = useState(false)
  const set = () => {
    setIsAsked(true)
    if (time.value === null || time.unread !== undefined) return
    onSet(time.value)
    onClose()
  }
  return (
    <Modal title={`${endNames[end]} für ${whom} setzen`} onClose={onClose}>
      <Form onSubmit={set}>
        <TimeInput
          label={endNames[end]}
          steps
          endsDay
          {...time}
          error={isAsked && time.value === null ? 'Bitte geben Sie eine Uhrzeit an.' : undefined}
        />
        <FormActions>
          <Button onClick={onClose}>Abbrechen</Button>
          {/* Not disabled while nothing is there: what is typed becomes a time only when the field is left. */}
          <SubmitButton>Setzen</SubmitButton>
        </FormActions>
      </Form>
    </Modal>
  )
}
