import { type ReactNode, type Ref, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { focusHeading, useFocusHandover } from '#web/ui/keyboard/focus-on.ts'
import css from './selected-rows-bar.module.css'

type Props = {
  count: number
  onClear: () => void
  /** Bulk actions. */
  children: ReactNode
}

/** Sticky bar while rows are selected. */
export function SelectedRowsBar({ count, onClear, children }: Props) {
  const bar = useRef<HTMLElement>(null)
  useFocusHandover(bar, focusSelectAll)
  const summary = (
    <>
      <output className={css['count']}>{formatNumber(count)} ausgewählt</output>
      <Button variant="quiet" size="small" onClick={onClear}>
        Auswahl aufheben
      </Button>
    </>
  )
  return (
    <ActionBar ref={bar} label="Auswahl" told={summary}>
      {children}
    </ActionBar>
  )
}

type ActionBarProps = { ref?: Ref<HTMLElement>; label: string; told: ReactNode; children: ReactNode }

/** Sticky bar below a list with bulk actions. */
export const ActionBar = ({ ref, label, told, children }: ActionBarProps) => (
  <section ref={ref} data-bar-below className={css['bar']} aria-label={label}>
    {told && <div className={css['chosen']}>{told}</div>}
    <div className={css['actions']}>{children}</div>
  </section>
)

/** Focuses the „select all“ box when the selection disappears. */
function focusSelectAll() {
  const boxes = [...document.querySelectorAll<HTMLElement>('main input[type=checkbox]')]
  const box = boxes.find((one) => one.checkVisibility())
  if (box) box.focus()
  else focusHeading()
}
