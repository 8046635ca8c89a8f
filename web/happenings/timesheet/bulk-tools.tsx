// oxlint-disable jsx-a11y/prefer-tag-over-role -- a sentence of two lines, a group of buttons: no output, no fieldset
import { useRef, useState } from 'react'
import type { TimeEntry } from '#contract/times.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { CalendarIcon, ClockIcon, MinusIcon, PlusIcon, TrashIcon, UndoIcon } from '#web/ui/icon.tsx'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'
import { dismiss } from '#web/ui/toast-store.ts'
import { changeMany, discardMany, fillAsPlanned, type Step, setTo, shiftBy, takePlanned } from './bulk.ts'
import css from './bulk-tools.module.css'
import type { Edits } from './edits.ts'
import { endNames } from './end-field.tsx'
import { type End, ends } from './ends.ts'
import { SetTimeDialog } from './set-time-dialog.tsx'
import type { OpenEdits } from './use-edits.ts'

type Props = {
  open: OpenEdits
  /** How many are ticked; none means that all are meant. */
  selected: number
  /** Then all that are found are meant. */
  isFiltered: boolean
  /** Those that are meant, also those on other pages. */
  meant: () => Promise<readonly TimeEntry[]>
  day: string
}

const STEP = 15 // minutes

/** One change for all or for the ticked ones, and the way back. */
export function BulkTools({ open, selected, isFiltered, meant, day }: Props) {
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
