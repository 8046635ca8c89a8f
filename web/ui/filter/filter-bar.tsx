// Search and filters of a list on the left, actions on the right. On narrow screens a button opens further filters,
// the order and tools as a dialog. On phones this button is in the upper bar, beside the list's own search.
import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { Modal } from '../dialog/modal.tsx'
import { Form } from '../field/form.tsx'
import { Select } from '../field/select.tsx'
import { FilterIcon } from '../icon.tsx'
import { IconButton } from '../icon-button.tsx'
import { useIsNarrow } from '../media.ts'
import { orderChoices, parseOrder, type SortableColumn } from '../table/order-by.ts'
import css from './filter-bar.module.css'

type OrderSelectProps = {
  columns: readonly SortableColumn[]
  order: string | undefined
  onOrder: (order: string) => void
}
type Props = {
  /** The search, and permanent controls beside it. */
  children?: ReactNode
  more?: ReactNode
  /** Sort order, offered in the dialog: narrow windows show rows without column headers to sort by. */
  order?: OrderSelectProps
  tools?: ReactNode
  /**
   * Resets all filters. `by`: value of each filter by its label. The button names those with a value, since some may
   * have been set on another device.
   */
  reset?: { by: Record<string, string>; onReset: () => void }
  actions?: ReactNode
}

export function FilterBar({ children, more, order, tools, reset, actions }: Props) {
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  if (!children && !isNarrow) return null
  return (
    <div className={css['bar']}>
      <div className={css['filters']}>
        {children}
        {isNarrow && (more || order || tools) ? (
          <span className={css['opener']}>
            <IconButton
              label="Filtern und sortieren"
              icon={<FilterIcon />}
              aria-haspopup="dialog"
              onClick={() => setIsOpen(true)}
            />
          </span>
        ) : (
          more
        )}
      </div>
      <div className={css['actions']}>
        {reset && <ResetButton {...reset} />}
        {!isNarrow && tools}
        {actions}
      </div>
      {isOpen && (
        <Modal title="Filtern und sortieren" onClose={close}>
          <Form onSubmit={close}>
            {more}
            {order && <OrderSelect {...order} />}
            {tools}
            <Button type="submit" variant="primary">
              Fertig
            </Button>
          </Form>
        </Modal>
      )}
    </div>
  )
}

function ResetButton({ by, onReset }: NonNullable<Props['reset']>) {
  const active = Object.keys(by).filter((name) => by[name])
  return active.length > 0 && <Button onClick={onReset}>Filter aufheben: {active.join(', ')}</Button>
}

function OrderSelect({ columns, order, onOrder }: OrderSelectProps) {
  const choices = orderChoices(columns)
  const present = parseOrder(order)
  return (
    <Select
      label="Sortieren"
      choices={present ? choices : [{ value: '', text: 'Wie vorgegeben' }, ...choices]}
      value={present ? `${present.down ? '-' : '+'}${present.key}` : ''}
      onChange={onOrder}
    />
  )
}
