import type { TimeEntry } from '#contract/times.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { BulkTools } from './bulk-tools.tsx'
import css from './selection-bar.module.css'
import type { Bulk, Selection } from './use-bulk.tsx'

type Props = {
  items: readonly TimeEntry[]
  selection: Selection
  bulk: Bulk
  open: { canUndo: boolean; undo: () => void }
  /** Where no head of a table has a box for all. */
  withAll: boolean
  onEnd: () => void
}

/** What can be done with those who are ticked, in sight wherever one ticks them. */
export function SelectionBar({ items, selection: { selected, select }, bulk, open, withAll, onEnd }: Props) {
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
